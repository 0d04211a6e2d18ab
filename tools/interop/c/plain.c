/*
 * vectru.h in the C of 1989 and in C++: the versions of the header and of the library, and an
 * exchange. With IGNORE, a result is ignored, of which the compiler has to warn.
 */
#include <stdio.h>
#include <string.h>

#include <vectru.h>

#if VECTRU_VERSION_NUMBER != VECTRU_VERSION_MAJOR * 65536 + VECTRU_VERSION_MINOR * 256 + VECTRU_VERSION_PATCH
#error "the number of the version has other parts"
#endif

int main(void)
{
    static uint8_t pk[VECTRU_SNTRUP761_PUBLICKEYBYTES], sk[VECTRU_SNTRUP761_SECRETKEYBYTES];
    static uint8_t ct[VECTRU_SNTRUP761_CIPHERTEXTBYTES];
    uint8_t sent[VECTRU_SNTRUP761_BYTES], received[VECTRU_SNTRUP761_BYTES];
    char version[32];

    sprintf(version, "%d.%d.%d", VECTRU_VERSION_MAJOR, VECTRU_VERSION_MINOR, VECTRU_VERSION_PATCH);
    if (strcmp(version, VECTRU_VERSION) != 0 || strcmp(version, vectru_version()) != 0) {
        fprintf(stderr, "header %s, library %s\n", VECTRU_VERSION, vectru_version());
        return 1;
    }
#ifdef IGNORE
    vectru_sntrup761_keypair(pk, sk);
#endif
    if (vectru_sntrup761_keypair(pk, sk) != VECTRU_OK || vectru_sntrup761_encaps(ct, sent, pk) != VECTRU_OK
        || vectru_sntrup761_decaps(received, ct, sk) != VECTRU_OK) {
        return 1;
    }
    return memcmp(sent, received, sizeof sent) != 0;
}
