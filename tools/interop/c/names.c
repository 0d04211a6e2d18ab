/*
 * The names of other libraries. Compiled with LIBNTRUPRIME or LIBOQS, for the library that the
 * program is linked with.
 */
#include <string.h>

#include "check.h"

#ifdef LIBNTRUPRIME
#include <crypto_kem_sntrup761.h>
#include <ntruprime.h>

static void check(void)
{
    uint8_t pk[sntrup761_PUBLICKEYBYTES], sk[sntrup761_SECRETKEYBYTES], ct[sntrup761_CIPHERTEXTBYTES];
    uint8_t sent[sntrup761_BYTES], received[sntrup761_BYTES];
    CHECK(sntrup761_keypair(pk, sk) == 0 && sntrup761_enc(ct, sent, pk) == 0 && sntrup761_dec(received, ct, sk) == 0);
    CHECK(memcmp(sent, received, sizeof sent) == 0);
    CHECK(crypto_kem_sntrup761_PUBLICKEYBYTES == sizeof pk && ntruprime_kem_sntrup761_SECRETKEYBYTES == sizeof sk);
    CHECK(crypto_kem_sntrup761_keypair(pk, sk) == 0 && crypto_kem_sntrup761_enc(ct, sent, pk) == 0);
    CHECK(crypto_kem_sntrup761_dec(received, ct, sk) == 0 && memcmp(sent, received, sizeof sent) == 0);
    memset(pk, 0xff, sizeof pk);
    CHECK(sntrup761_enc(ct, sent, pk) != 0);
}
#else
#include <oqs/oqs.h>

#include <oqs/kem.h>
#include <oqs/rand.h>

static void constant(uint8_t *bytes, size_t length)
{
    memset(bytes, 0x5a, length);
}

static void squares(uint8_t *bytes, size_t length)
{
    for (size_t index = 0; index < length; index++)
        bytes[index] = (uint8_t)(index * index >> 2);
}

/* Checks the macros of a mechanism against what the library says of it. */
#define MACROS(name)                                                                                             \
    do {                                                                                                         \
        OQS_KEM *kem = OQS_KEM_new(OQS_KEM_alg_##name);                                                          \
        CHECK(OQS_ENABLE_KEM_##name && kem != NULL);                                                             \
        CHECK(kem->length_public_key == OQS_KEM_##name##_length_public_key);                                     \
        CHECK(kem->length_secret_key == OQS_KEM_##name##_length_secret_key);                                     \
        CHECK(kem->length_ciphertext == OQS_KEM_##name##_length_ciphertext);                                     \
        CHECK(kem->length_shared_secret == OQS_KEM_##name##_length_shared_secret);                               \
        CHECK(kem->encaps == OQS_KEM_##name##_encaps);                                                           \
        OQS_KEM_free(kem);                                                                                       \
    } while (0)

static void macros(void)
{
    MACROS(ntruprime_sntrup653);
    MACROS(ntruprime_sntrup761);
    MACROS(ntruprime_sntrup857);
    MACROS(ntruprime_ntrulpr653);
    MACROS(ntruprime_ntrulpr761);
    MACROS(ntruprime_ntrulpr857);
    MACROS(ntru_hps2048509);
    MACROS(ntru_hps2048677);
    MACROS(ntru_hps4096821);
    MACROS(ntru_hps40961229);
    MACROS(ntru_hrss701);
    MACROS(ntru_hrss1373);
    MACROS(saber_lightsaber);
    MACROS(saber_saber);
    MACROS(saber_firesaber);
    CHECK(OQS_KEM_alg_count() == OQS_KEM_algs_length && strcmp(OQS_version(), OQS_VERSION_TEXT) == 0);
    CHECK(OQS_randombytes_switch_algorithm(OQS_RAND_alg_system) == OQS_SUCCESS);
}

static void check(void)
{
    OQS_init();
    macros();
    CHECK(OQS_KEM_alg_is_enabled("sntrup761") && !OQS_KEM_alg_is_enabled("ML-KEM-768"));
    CHECK(OQS_KEM_new("ML-KEM-768") == NULL && OQS_KEM_new(NULL) == NULL && OQS_SIG_alg_count() == 0);
    for (int index = 0; index < OQS_KEM_alg_count(); index++) {
        OQS_KEM *kem = OQS_KEM_new(OQS_KEM_alg_identifier((size_t)index));
        CHECK(kem != NULL && kem->ind_cca && strcmp(kem->method_name, OQS_KEM_alg_identifier((size_t)index)) == 0);
        uint8_t *pk = OQS_MEM_malloc(kem->length_public_key), *sk = OQS_MEM_malloc(kem->length_secret_key);
        uint8_t *ct = OQS_MEM_calloc(1, kem->length_ciphertext);
        uint8_t sent[32], received[32];
        CHECK(pk != NULL && sk != NULL && ct != NULL && kem->length_shared_secret == 32);
        CHECK(OQS_KEM_keypair(kem, pk, sk) == OQS_SUCCESS);
        CHECK(OQS_KEM_encaps(kem, ct, sent, pk) == OQS_SUCCESS);
        CHECK(OQS_KEM_decaps(kem, received, ct, sk) == OQS_SUCCESS);
        CHECK(OQS_MEM_secure_bcmp(sent, received, 32) == 0);
        CHECK(kem->encaps(ct, sent, pk) == OQS_SUCCESS && kem->decaps(received, ct, sk) == OQS_SUCCESS);
        CHECK(OQS_MEM_secure_bcmp(sent, received, 32) == 0);
        received[0] ^= 1;
        CHECK(OQS_MEM_secure_bcmp(sent, received, 32) == 1);
        CHECK(OQS_KEM_encaps_derand(kem, ct, sent, pk, sk) == OQS_ERROR);
        memset(sk, 0xff, kem->length_secret_key);
        CHECK(OQS_KEM_decaps(kem, received, ct, sk) == OQS_ERROR);
        OQS_MEM_secure_free(sk, kem->length_secret_key);
        OQS_MEM_insecure_free(pk);
        OQS_MEM_insecure_free(ct);
        OQS_KEM_free(kem);
    }
    CHECK(OQS_KEM_keypair(NULL, NULL, NULL) == OQS_ERROR);

    /* A source of the program: the same bytes make the same keys, and constant ones none. */
    uint8_t first[1842], second[1842], sk[2366];
    OQS_randombytes_custom_algorithm(constant);
    CHECK(OQS_KEM_ntru_hps40961229_keypair(first, sk) == OQS_ERROR);
    OQS_randombytes_custom_algorithm(squares);
    CHECK(OQS_KEM_ntru_hps40961229_keypair(first, sk) == OQS_SUCCESS);
    CHECK(OQS_KEM_ntru_hps40961229_keypair(second, sk) == OQS_SUCCESS && memcmp(first, second, sizeof first) == 0);
    CHECK(OQS_randombytes_switch_algorithm("other") == OQS_ERROR);
    CHECK(OQS_randombytes_switch_algorithm("system") == OQS_SUCCESS);
    CHECK(OQS_KEM_ntru_hps40961229_keypair(second, sk) == OQS_SUCCESS && memcmp(first, second, sizeof first) != 0);
}
#endif

int main(void)
{
    check();
    puts("names: passed");
    return 0;
}
