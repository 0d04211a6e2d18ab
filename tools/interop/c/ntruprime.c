/* A program for libntruprime, which ours and the real one serve without a change. */
#include <ntruprime.h>
#include <string.h>

#include "check.h"

int main(void)
{
    unsigned char pk[sntrup1277_PUBLICKEYBYTES], sk[ntruprime_kem_sntrup1277_SECRETKEYBYTES];
    unsigned char ct[sntrup1277_CIPHERTEXTBYTES], sent[sntrup1277_BYTES], received[sntrup1277_BYTES];
    sntrup1277_keypair(pk, sk);
    sntrup1277_enc(ct, sent, pk);
    ntruprime_kem_sntrup1277_dec(received, ct, sk);
    CHECK(memcmp(sent, received, sizeof sent) == 0 && ntruprime_version[0] == '2');
    return 0;
}
