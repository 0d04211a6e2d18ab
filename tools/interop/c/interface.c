/*
 * Every function of vectru.h, for all parameter sets: both parties agree, loaded keys, batches and
 * given random bytes agree with single calls, wrong arguments have their codes and leave zeros.
 * With an argument: so many threads, which share loaded keys.
 */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include <vectru.h>

#include "check.h"

enum { MANY = 35 }; /* More than a group of a batch. */

static uint8_t *memory(size_t length)
{
    uint8_t *bytes = malloc(length);
    CHECK(bytes != NULL);
    memset(bytes, 0xaa, length);
    return bytes;
}

static bool is_zero(const uint8_t *bytes, size_t length)
{
    for (size_t index = 0; index < length; index++) {
        if (bytes[index] != 0) {
            return false;
        }
    }
    return true;
}

/* A source of the bytes 1, 2, 3, …, which fails when `left` calls have been made. */
struct counter {
    uint8_t next;
    int left;
};

static int count(void *context, uint8_t *bytes, size_t length)
{
    struct counter *counter = context;
    if (counter->left-- <= 0) {
        return 1;
    }
    for (size_t index = 0; index < length; index++) {
        counter->next = (uint8_t)(counter->next * 5 + 1);
        bytes[index] = (uint8_t)(counter->next ^ (index >> 3));
    }
    return 0;
}

/* A source that is broken: all its bytes are zeros. */
static int zeros(void *context, uint8_t *bytes, size_t length)
{
    (void)context;
    memset(bytes, 0, length);
    return 0;
}

/* The buffers of one exchange. */
struct buffers {
    const vectru_kem *kem;
    size_t pk_length, sk_length, ct_length, ss_length;
    uint8_t *pk, *sk, *ct, *sent, *received;
};

static struct buffers buffers(const vectru_kem *kem)
{
    struct buffers b = {kem, vectru_kem_publickeybytes(kem), vectru_kem_secretkeybytes(kem),
                        vectru_kem_ciphertextbytes(kem), vectru_kem_bytes(kem), NULL, NULL, NULL, NULL, NULL};
    b.pk = memory(b.pk_length);
    b.sk = memory(b.sk_length);
    b.ct = memory(b.ct_length);
    b.sent = memory(b.ss_length);
    b.received = memory(b.ss_length);
    return b;
}

static void release(struct buffers *b)
{
    free(b->pk);
    free(b->sk);
    free(b->ct);
    free(b->sent);
    free(b->received);
}

static void exchange(struct buffers *b)
{
    CHECK(vectru_kem_keypair(b->kem, b->pk, b->pk_length, b->sk, b->sk_length) == VECTRU_OK);
    CHECK(vectru_kem_encaps(b->kem, b->ct, b->ct_length, b->sent, b->ss_length, b->pk, b->pk_length) == VECTRU_OK);
    CHECK(vectru_kem_decaps(b->kem, b->received, b->ss_length, b->ct, b->ct_length, b->sk, b->sk_length) ==
          VECTRU_OK);
    CHECK(memcmp(b->sent, b->received, b->ss_length) == 0);
    CHECK(!is_zero(b->sent, b->ss_length));

    /* Another ciphertext has another secret, and is no error. */
    b->ct[0] ^= 1;
    CHECK(vectru_kem_decaps(b->kem, b->received, b->ss_length, b->ct, b->ct_length, b->sk, b->sk_length) ==
          VECTRU_OK);
    CHECK(memcmp(b->sent, b->received, b->ss_length) != 0);
    b->ct[0] ^= 1;
}

static void loaded_keys(struct buffers *b)
{
    vectru_ek *ek = NULL;
    vectru_dk *dk = NULL;
    CHECK(vectru_kem_ek_load(b->kem, &ek, b->pk, b->pk_length) == VECTRU_OK);
    CHECK(vectru_kem_dk_load(b->kem, &dk, b->sk, b->sk_length) == VECTRU_OK);
    CHECK(vectru_ek_kem(ek) == b->kem && vectru_dk_kem(dk) == b->kem);
    CHECK(vectru_ek_encaps(b->ct, b->sent, ek) == VECTRU_OK);
    CHECK(vectru_dk_decaps(b->received, b->ct, dk) == VECTRU_OK);
    CHECK(memcmp(b->sent, b->received, b->ss_length) == 0);

    uint8_t *cts = memory(MANY * b->ct_length);
    uint8_t *sent = memory(MANY * b->ss_length);
    uint8_t *received = memory(MANY * b->ss_length);
    CHECK(vectru_ek_encaps_many(cts, sent, ek, MANY) == VECTRU_OK);
    CHECK(vectru_dk_decaps_many(received, cts, dk, MANY) == VECTRU_OK);
    CHECK(memcmp(sent, received, MANY * b->ss_length) == 0);
    CHECK(vectru_dk_decaps(b->received, cts + 33 * b->ct_length, dk) == VECTRU_OK);
    CHECK(memcmp(sent + 33 * b->ss_length, b->received, b->ss_length) == 0);
    free(cts);
    free(sent);
    free(received);

    /* The caller's source: the same bytes make the same ciphertext, loaded key or not. */
    struct counter first = {7, 1000}, second = {7, 1000}, failing = {7, 0};
    uint8_t *again = memory(b->ct_length);
    CHECK(vectru_ek_encaps_with(b->ct, b->sent, ek, count, &first) == VECTRU_OK);
    CHECK(vectru_kem_encaps_with(b->kem, again, b->ct_length, b->received, b->ss_length, b->pk, b->pk_length, count,
                                 &second) == VECTRU_OK);
    CHECK(memcmp(b->ct, again, b->ct_length) == 0 && memcmp(b->sent, b->received, b->ss_length) == 0);
    CHECK(vectru_ek_encaps_with(b->ct, b->sent, ek, count, &failing) == VECTRU_ERROR_RANDOM);
    CHECK(is_zero(b->ct, b->ct_length) && is_zero(b->sent, b->ss_length));
    CHECK(vectru_ek_encaps_with(b->ct, b->sent, ek, NULL, NULL) == VECTRU_ERROR_NULL);
    free(again);
    vectru_ek_free(ek);
    vectru_dk_free(dk);
}

static void batches(struct buffers *b)
{
    uint8_t *pks = memory(MANY * b->pk_length), *sks = memory(MANY * b->sk_length);
    uint8_t *cts = memory(MANY * b->ct_length);
    uint8_t *sent = memory(MANY * b->ss_length), *received = memory(MANY * b->ss_length);
    CHECK(vectru_kem_keypair_many(b->kem, pks, MANY * b->pk_length, sks, MANY * b->sk_length, MANY) == VECTRU_OK);
    CHECK(vectru_kem_encaps_many(b->kem, cts, MANY * b->ct_length, sent, MANY * b->ss_length, pks,
                                 MANY * b->pk_length, MANY) == VECTRU_OK);
    CHECK(vectru_kem_decaps_many(b->kem, received, MANY * b->ss_length, cts, MANY * b->ct_length, sks,
                                 MANY * b->sk_length, MANY) == VECTRU_OK);
    CHECK(memcmp(sent, received, MANY * b->ss_length) == 0);
    CHECK(vectru_kem_decaps(b->kem, b->received, b->ss_length, cts + 34 * b->ct_length, b->ct_length,
                            sks + 34 * b->sk_length, b->sk_length) == VECTRU_OK);
    CHECK(memcmp(sent + 34 * b->ss_length, b->received, b->ss_length) == 0);
    CHECK(vectru_kem_keypair_many(b->kem, pks, MANY * b->pk_length, sks, MANY * b->sk_length, MANY - 1) ==
          VECTRU_ERROR_LENGTH);
    CHECK(is_zero(pks, MANY * b->pk_length) && is_zero(sks, MANY * b->sk_length));
    CHECK(vectru_kem_keypair_many(b->kem, NULL, 0, NULL, 0, 0) == VECTRU_OK);
    free(pks);
    free(sks);
    free(cts);
    free(sent);
    free(received);
}

/* Key pairs and ciphertexts of given random bytes. */
static void given_bytes(struct buffers *b)
{
    struct counter counter = {1, 1};
    size_t length = vectru_kem_keypairrandombytes(b->kem) + 40 * vectru_kem_candidaterandombytes(b->kem);
    uint8_t *random = memory(length);
    CHECK(count(&counter, random, length) == 0);
    uint8_t *pk = memory(b->pk_length), *sk = memory(b->sk_length);
    CHECK(vectru_kem_keypair_from(b->kem, b->pk, b->pk_length, b->sk, b->sk_length, random, length) == VECTRU_OK);
    CHECK(vectru_kem_keypair_from(b->kem, pk, b->pk_length, sk, b->sk_length, random, length) == VECTRU_OK);
    CHECK(memcmp(pk, b->pk, b->pk_length) == 0 && memcmp(sk, b->sk, b->sk_length) == 0);
    CHECK(vectru_kem_keypair_from(b->kem, pk, b->pk_length, sk, b->sk_length, random, 31) == VECTRU_ERROR_RANDOM);
    CHECK(is_zero(pk, b->pk_length) && is_zero(sk, b->sk_length));

    /* Of zeros NTRU makes the polynomial f = 0, which has no reciprocal. */
    if (strncmp(vectru_kem_name(b->kem), "ntruh", 5) == 0) {
        CHECK(vectru_kem_keypair_with(b->kem, pk, b->pk_length, sk, b->sk_length, zeros, NULL) == VECTRU_ERROR_RANDOM);
        CHECK(is_zero(pk, b->pk_length) && is_zero(sk, b->sk_length));
    }

    size_t seed = vectru_kem_encapsrandombytes(b->kem);
    CHECK(seed <= length);
    CHECK(vectru_kem_encaps_from(b->kem, b->ct, b->ct_length, b->sent, b->ss_length, b->pk, b->pk_length, random,
                                 seed) == VECTRU_OK);
    CHECK(vectru_kem_decaps(b->kem, b->received, b->ss_length, b->ct, b->ct_length, b->sk, b->sk_length) ==
          VECTRU_OK);
    CHECK(memcmp(b->sent, b->received, b->ss_length) == 0);
    CHECK(vectru_kem_encaps_from(b->kem, b->ct, b->ct_length, b->sent, b->ss_length, b->pk, b->pk_length, random,
                                 seed - 1) == VECTRU_ERROR_RANDOM);
    free(random);
    free(pk);
    free(sk);
}

/* The buffers of the functions on bytes, of one exchange and of two, and of those that load a key:
 * each a byte shorter and a byte longer than it must be. */
static void lengths(struct buffers *b)
{
    enum { PK, SK, CT, SS, BUFFERS };
    uint8_t *pk = memory(2 * b->pk_length + 1), *sk = memory(2 * b->sk_length + 1);
    uint8_t *ct = memory(2 * b->ct_length + 1), *ss = memory(2 * b->ss_length + 1);
    vectru_ek *ek = NULL;
    vectru_dk *dk = NULL;
    for (int wrong = PK; wrong < BUFFERS; wrong++) {
        for (int longer = 0; longer <= 1; longer++) {
            size_t one[BUFFERS] = {b->pk_length, b->sk_length, b->ct_length, b->ss_length};
            size_t two[BUFFERS];
            for (int buffer = PK; buffer < BUFFERS; buffer++) {
                two[buffer] = 2 * one[buffer];
            }
            one[wrong] += longer ? 1 : (size_t)-1;
            two[wrong] += longer ? 1 : (size_t)-1;
            if (wrong == PK || wrong == SK) {
                CHECK(vectru_kem_keypair(b->kem, pk, one[PK], sk, one[SK]) == VECTRU_ERROR_LENGTH);
                CHECK(is_zero(pk, one[PK]) && is_zero(sk, one[SK]));
                CHECK(vectru_kem_keypair_many(b->kem, pk, two[PK], sk, two[SK], 2) == VECTRU_ERROR_LENGTH);
                CHECK(is_zero(pk, two[PK]) && is_zero(sk, two[SK]));
            }
            CHECK(vectru_kem_keypair_many(b->kem, pk, 2 * b->pk_length, sk, 2 * b->sk_length, 2) == VECTRU_OK);
            if (wrong != SK) {
                CHECK(vectru_kem_encaps(b->kem, ct, one[CT], ss, one[SS], pk, one[PK]) == VECTRU_ERROR_LENGTH);
                CHECK(is_zero(ct, one[CT]) && is_zero(ss, one[SS]));
                CHECK(vectru_kem_encaps_many(b->kem, ct, two[CT], ss, two[SS], pk, two[PK], 2) ==
                      VECTRU_ERROR_LENGTH);
                CHECK(is_zero(ct, two[CT]) && is_zero(ss, two[SS]));
            }
            if (wrong != PK) {
                CHECK(vectru_kem_decaps(b->kem, ss, one[SS], ct, one[CT], sk, one[SK]) == VECTRU_ERROR_LENGTH);
                CHECK(is_zero(ss, one[SS]));
                CHECK(vectru_kem_decaps_many(b->kem, ss, two[SS], ct, two[CT], sk, two[SK], 2) ==
                      VECTRU_ERROR_LENGTH);
                CHECK(is_zero(ss, two[SS]));
            }
            if (wrong == PK) {
                CHECK(vectru_kem_ek_load(b->kem, &ek, pk, one[PK]) == VECTRU_ERROR_LENGTH && ek == NULL);
            }
            if (wrong == SK) {
                CHECK(vectru_kem_dk_load(b->kem, &dk, sk, one[SK]) == VECTRU_ERROR_LENGTH && dk == NULL);
            }
        }
    }
    free(pk);
    free(sk);
    free(ct);
    free(ss);
}

static void errors(struct buffers *b)
{
    /* Null pointers. */
    CHECK(vectru_kem_keypair(b->kem, NULL, b->pk_length, b->sk, b->sk_length) == VECTRU_ERROR_NULL);
    CHECK(is_zero(b->sk, b->sk_length));
    CHECK(vectru_kem_keypair(NULL, b->pk, b->pk_length, b->sk, b->sk_length) == VECTRU_ERROR_NULL);
    CHECK(is_zero(b->pk, b->pk_length));
    CHECK(vectru_kem_decaps(b->kem, b->received, b->ss_length, NULL, b->ct_length, b->sk, b->sk_length) ==
          VECTRU_ERROR_NULL);
    CHECK(vectru_ek_encaps(b->ct, b->sent, NULL) == VECTRU_ERROR_NULL);
    CHECK(is_zero(b->sent, b->ss_length));
    CHECK(vectru_dk_decaps(b->received, b->ct, NULL) == VECTRU_ERROR_NULL);
    vectru_ek_free(NULL);
    vectru_dk_free(NULL);
    CHECK(vectru_kem_by_name(NULL) == NULL && vectru_kem_by_name("sntrup762") == NULL);
    CHECK(vectru_kem_name(NULL) == NULL && vectru_kem_bytes(NULL) == 0 && vectru_kem_at(99) == NULL);

    /* Buffers that overlap. */
    uint8_t *both = memory(b->pk_length + b->sk_length);
    CHECK(vectru_kem_keypair(b->kem, both, b->pk_length, both + b->pk_length - 1, b->sk_length) ==
          VECTRU_ERROR_OVERLAP);
    CHECK(is_zero(both, b->pk_length + b->sk_length - 1));
    CHECK(vectru_kem_keypair(b->kem, both, b->pk_length, both + b->pk_length, b->sk_length) == VECTRU_OK);
    free(both);

    /* Bytes that are no keys. */
    vectru_ek *ek = (vectru_ek *)(void *)b;
    vectru_dk *dk = (vectru_dk *)(void *)b;
    memset(b->pk, 0xff, b->pk_length);
    memset(b->sk, 0xff, b->sk_length);
    /* In six sets coefficients fill the bytes of a public key, so that any bytes are one. */
    const char *name = vectru_kem_name(b->kem);
    if (strncmp(name, "ntruhps4096", 11) != 0 && strcmp(name, "ntruhrss1373") != 0 && strstr(name, "saber") == NULL) {
        CHECK(vectru_kem_encaps(b->kem, b->ct, b->ct_length, b->sent, b->ss_length, b->pk, b->pk_length) ==
              VECTRU_ERROR_PUBLIC_KEY);
        CHECK(is_zero(b->ct, b->ct_length) && is_zero(b->sent, b->ss_length));
        CHECK(vectru_kem_ek_load(b->kem, &ek, b->pk, b->pk_length) == VECTRU_ERROR_PUBLIC_KEY && ek == NULL);
    }
    CHECK(vectru_kem_decaps(b->kem, b->received, b->ss_length, b->ct, b->ct_length, b->sk, b->sk_length) ==
          VECTRU_ERROR_SECRET_KEY);
    CHECK(vectru_kem_dk_load(b->kem, &dk, b->sk, b->sk_length) == VECTRU_ERROR_SECRET_KEY && dk == NULL);
}

/* The functions of one set, with the lengths as macros. */
static void by_macros(void)
{
    uint8_t pk[VECTRU_SNTRUP761_PUBLICKEYBYTES], sk[VECTRU_SNTRUP761_SECRETKEYBYTES];
    uint8_t ct[VECTRU_SNTRUP761_CIPHERTEXTBYTES];
    uint8_t sent[VECTRU_SNTRUP761_BYTES], received[VECTRU_SNTRUP761_BYTES];
    const vectru_kem *kem = vectru_kem_by_name("sntrup761");
    CHECK(sizeof pk == vectru_kem_publickeybytes(kem) && sizeof sk == vectru_kem_secretkeybytes(kem));
    CHECK(sizeof ct == vectru_kem_ciphertextbytes(kem) && sizeof sent == vectru_kem_bytes(kem));
    CHECK(vectru_sntrup761_keypair(pk, sk) == VECTRU_OK);
    CHECK(vectru_sntrup761_encaps(ct, sent, pk) == VECTRU_OK);
    CHECK(vectru_sntrup761_decaps(received, ct, sk) == VECTRU_OK);
    CHECK(memcmp(sent, received, sizeof sent) == 0);
    CHECK(vectru_sntrup761_keypair_many(pk, sk, 1) == VECTRU_OK);
    CHECK(vectru_sntrup761_encaps_many(ct, sent, pk, 1) == VECTRU_OK);
    CHECK(vectru_sntrup761_decaps_many(received, ct, sk, 1) == VECTRU_OK);
    CHECK(memcmp(sent, received, sizeof sent) == 0);
    CHECK(vectru_sntrup761_decaps_many(received, ct, sk, SIZE_MAX / 2) == VECTRU_ERROR_LENGTH);
    vectru_dk *dk = NULL;
    CHECK(vectru_sntrup761_dk_load(&dk, sk) == VECTRU_OK && vectru_dk_kem(dk) == kem);
    vectru_dk_free(dk);
    CHECK(vectru_sntrup761_dk_load(NULL, sk) == VECTRU_ERROR_NULL);
    CHECK(vectru_sntrup761_keypair(sk, sk) == VECTRU_ERROR_OVERLAP && is_zero(sk, sizeof sk));
}

static void texts(void)
{
    for (int code = 0; code >= -7; code--) {
        CHECK(strcmp(vectru_strerror(code), "unknown error") != 0);
    }
    CHECK(strcmp(vectru_strerror(1), "unknown error") == 0 && strcmp(vectru_strerror(-8), "unknown error") == 0);
    CHECK(strcmp(vectru_version(), VECTRU_VERSION) == 0);
}

/* What the threads share. */
struct shared {
    const vectru_ek *ek;
    const vectru_dk *dk;
};

static void *work(void *context)
{
    const struct shared *shared = context;
    uint8_t ct[VECTRU_NTRUHPS2048677_CIPHERTEXTBYTES], sent[32], received[32];
    struct buffers b = buffers(vectru_kem_by_name("sntrup761"));
    for (int round = 0; round < 100; round++) {
        CHECK(vectru_ek_encaps(ct, sent, shared->ek) == VECTRU_OK);
        CHECK(vectru_dk_decaps(received, ct, shared->dk) == VECTRU_OK);
        CHECK(memcmp(sent, received, sizeof sent) == 0);
        exchange(&b);
    }
    release(&b);
    return NULL;
}

static void threads(int number)
{
    uint8_t pk[VECTRU_NTRUHPS2048677_PUBLICKEYBYTES], sk[VECTRU_NTRUHPS2048677_SECRETKEYBYTES];
    vectru_ek *ek = NULL;
    vectru_dk *dk = NULL;
    pthread_t started[64];
    CHECK(number <= 64);
    CHECK(vectru_ntruhps2048677_keypair(pk, sk) == VECTRU_OK);
    CHECK(vectru_ntruhps2048677_ek_load(&ek, pk) == VECTRU_OK && vectru_ntruhps2048677_dk_load(&dk, sk) == VECTRU_OK);
    struct shared shared = {ek, dk};
    for (int thread = 0; thread < number; thread++) {
        CHECK(pthread_create(&started[thread], NULL, work, &shared) == 0);
    }
    for (int thread = 0; thread < number; thread++) {
        CHECK(pthread_join(started[thread], NULL) == 0);
    }
    vectru_ek_free(ek);
    vectru_dk_free(dk);
}

int main(int arguments, char **argument)
{
    CHECK(vectru_kem_count() == 21);
    for (size_t index = 0; index < vectru_kem_count(); index++) {
        const vectru_kem *kem = vectru_kem_at(index);
        CHECK(vectru_kem_by_name(vectru_kem_name(kem)) == kem);
        struct buffers b = buffers(kem);
        exchange(&b);
        loaded_keys(&b);
        batches(&b);
        given_bytes(&b);
        lengths(&b);
        errors(&b);
        release(&b);
    }
    by_macros();
    texts();
    if (arguments > 1) {
        threads(atoi(argument[1]));
    }
    printf("interface of %zu sets: passed\n", vectru_kem_count());
    return 0;
}
