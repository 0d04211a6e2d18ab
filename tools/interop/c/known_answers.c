/*
 * The known answers of the specifications through vectru.h: NIST's generator of random bytes
 * (CTR_DRBG with AES-256, SP 800-90A, without derivation function) as the program's own source.
 *
 *   known_answers FILE...      files named SET.nist.first3.rsp and SET.one-shot.first3.rsp
 *
 * In NIST's order each word of a random polynomial of NTRU Prime is a call of 4 bytes; in the other
 * order all words are one call, as the library draws them.
 */
#include <stdbool.h>
#include <string.h>

#include <openssl/evp.h>

#include <vectru.h>

#include "check.h"

enum { BLOCK = 16, KEY = 32, SEED = 48, LONGEST = 4096 };

struct generator {
    uint8_t key[KEY];
    uint8_t counter[BLOCK];
    size_t list; /* The length of a list that is drawn word by word, or 0. */
};

/* Encrypts the next values of the counter to `blocks` blocks. */
static void encrypt(struct generator *generator, uint8_t *output, size_t blocks)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    CHECK(context != NULL && EVP_EncryptInit_ex(context, EVP_aes_256_ecb(), NULL, generator->key, NULL) == 1);
    for (size_t block = 0; block < blocks; block++) {
        for (int index = BLOCK - 1; index >= 0 && ++generator->counter[index] == 0; index--) {
        }
        int length = 0;
        CHECK(EVP_EncryptUpdate(context, output + block * BLOCK, &length, generator->counter, BLOCK) == 1);
        CHECK(length == BLOCK);
    }
    EVP_CIPHER_CTX_free(context);
}

static void update(struct generator *generator, const uint8_t *data)
{
    uint8_t state[SEED];
    encrypt(generator, state, SEED / BLOCK);
    for (size_t index = 0; index < SEED; index++) {
        state[index] ^= data == NULL ? 0 : data[index];
    }
    memcpy(generator->key, state, KEY);
    memcpy(generator->counter, state + KEY, BLOCK);
}

static void one_call(struct generator *generator, uint8_t *bytes, size_t length)
{
    uint8_t blocks[2 * LONGEST];
    CHECK(length + BLOCK <= sizeof blocks);
    encrypt(generator, blocks, (length + BLOCK - 1) / BLOCK);
    memcpy(bytes, blocks, length);
    update(generator, NULL);
}

static int draw(void *context, uint8_t *bytes, size_t length)
{
    struct generator *generator = context;
    if (length == generator->list) {
        for (size_t word = 0; word < length; word += 4) {
            one_call(generator, bytes + word, 4);
        }
    } else {
        one_call(generator, bytes, length);
    }
    return 0;
}

/* Reads the bytes of "NAME = HEXADECIMAL" lines. */
static bool field(const char *line, const char *name, uint8_t *bytes, size_t *length)
{
    size_t start = strlen(name);
    if (strncmp(line, name, start) != 0 || strncmp(line + start, " = ", 3) != 0) {
        return false;
    }
    line += start + 3;
    unsigned byte = 0;
    for (*length = 0; sscanf(line + 2 * *length, "%2x", &byte) == 1; ++*length) {
        CHECK(*length < LONGEST);
        bytes[*length] = (uint8_t)byte;
    }
    return true;
}

static int check_file(const char *path)
{
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    char set[32] = "";
    CHECK(strcspn(name, ".") < sizeof set);
    memcpy(set, name, strcspn(name, "."));
    const vectru_kem *kem = vectru_kem_by_name(set);
    CHECK(kem != NULL);
    bool prime = strncmp(set, "sntrup", 6) == 0 || strncmp(set, "ntrulpr", 7) == 0;
    bool word_by_word = prime && strstr(name, ".nist.") != NULL;
    size_t degree = (size_t)atol(set + strcspn(set, "0123456789"));

    static uint8_t seed[LONGEST], expected[LONGEST], pk[LONGEST], sk[LONGEST], ct[LONGEST], sent[32], received[32];
    static char line[3 * LONGEST];
    size_t length = 0;
    int records = 0;
    size_t pk_length = vectru_kem_publickeybytes(kem), sk_length = vectru_kem_secretkeybytes(kem);
    size_t ct_length = vectru_kem_ciphertextbytes(kem);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        if (field(line, "seed", seed, &length)) {
            CHECK(length == SEED);
            struct generator generator = {{0}, {0}, word_by_word ? 4 * degree : 0};
            update(&generator, seed);
            CHECK(vectru_kem_keypair_with(kem, pk, pk_length, sk, sk_length, draw, &generator) == VECTRU_OK);
            CHECK(vectru_kem_encaps_with(kem, ct, ct_length, sent, 32, pk, pk_length, draw, &generator) == VECTRU_OK);
            CHECK(vectru_kem_decaps(kem, received, 32, ct, ct_length, sk, sk_length) == VECTRU_OK);
        } else if (field(line, "pk", expected, &length)) {
            CHECK(length == pk_length && memcmp(pk, expected, length) == 0);
        } else if (field(line, "sk", expected, &length)) {
            CHECK(length == sk_length && memcmp(sk, expected, length) == 0);
        } else if (field(line, "ct", expected, &length)) {
            CHECK(length == ct_length && memcmp(ct, expected, length) == 0);
        } else if (field(line, "ss", expected, &length)) {
            CHECK(length == 32 && memcmp(sent, expected, 32) == 0 && memcmp(received, expected, 32) == 0);
            records++;
        }
    }
    CHECK(fclose(file) == 0 && records == 3);
    return records;
}

int main(int arguments, char **argument)
{
    int records = 0;
    CHECK(arguments > 1);
    for (int file = 1; file < arguments; file++) {
        records += check_file(argument[file]);
    }
    printf("known answers: %d records of %d files passed\n", records, arguments - 1);
    return 0;
}
