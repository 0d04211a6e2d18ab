/* What the test programs share: a failed expectation ends the program, with OpenSSL's reasons. */
#ifndef VECTRU_TEST_COMMON_H
#define VECTRU_TEST_COMMON_H

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition);               \
            ERR_print_errors_fp(stderr);                                                           \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Expects a failure with at least one error in the queue, and clears the queue. */
#define EXPECT_ERROR(call)                                                                         \
    do {                                                                                           \
        ERR_clear_error();                                                                         \
        EXPECT((call) <= 0);                                                                       \
        EXPECT(ERR_peek_error() != 0);                                                             \
        ERR_clear_error();                                                                         \
    } while (0)

/* Bytes of the heap. */
struct bytes {
    unsigned char *data;
    size_t length;
};

static inline struct bytes allocate(size_t length) {
    struct bytes bytes = {malloc(length > 0 ? length : 1), length};
    EXPECT(bytes.data != NULL);
    return bytes;
}

static inline int same(struct bytes one, struct bytes other) {
    return one.length == other.length && memcmp(one.data, other.data, one.length) == 0;
}

/* Returns a new key pair of an algorithm. */
static inline EVP_PKEY *generate(const char *algorithm) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
    EVP_PKEY *key = NULL;
    EXPECT(context != NULL);
    EXPECT(EVP_PKEY_keygen_init(context) == 1);
    EXPECT(EVP_PKEY_generate(context, &key) == 1);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* Returns a part of a key, by its name in core_names.h. */
static inline struct bytes part(const EVP_PKEY *key, const char *name) {
    size_t length = 0;
    EXPECT(EVP_PKEY_get_octet_string_param(key, name, NULL, 0, &length) == 1);
    struct bytes bytes = allocate(length);
    EXPECT(EVP_PKEY_get_octet_string_param(key, name, bytes.data, bytes.length, &length) == 1);
    EXPECT(length == bytes.length);
    return bytes;
}

/* Returns a shared secret, and writes its ciphertext. */
static inline struct bytes encapsulate(EVP_PKEY *key, struct bytes *ciphertext) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    size_t secret_length = 0;
    EXPECT(context != NULL);
    EXPECT(EVP_PKEY_encapsulate_init(context, NULL) == 1);
    EXPECT(EVP_PKEY_encapsulate(context, NULL, &ciphertext->length, NULL, &secret_length) == 1);
    *ciphertext = allocate(ciphertext->length);
    struct bytes secret = allocate(secret_length);
    EXPECT(EVP_PKEY_encapsulate(context, ciphertext->data, &ciphertext->length, secret.data, &secret.length) == 1);
    EVP_PKEY_CTX_free(context);
    return secret;
}

/* Returns the shared secret of a ciphertext. */
static inline struct bytes decapsulate(EVP_PKEY *key, struct bytes ciphertext) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    size_t length = 0;
    EXPECT(context != NULL);
    EXPECT(EVP_PKEY_decapsulate_init(context, NULL) == 1);
    EXPECT(EVP_PKEY_decapsulate(context, NULL, &length, ciphertext.data, ciphertext.length) == 1);
    struct bytes secret = allocate(length);
    EXPECT(EVP_PKEY_decapsulate(context, secret.data, &secret.length, ciphertext.data, ciphertext.length) == 1);
    EVP_PKEY_CTX_free(context);
    return secret;
}

#endif
