/* Keys through EVP: for each named algorithm, key pairs are made, taken apart, put together again
 * and used; and what is wrong is refused.
 *
 *     keys ALGORITHM...
 */
#include "common.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/x509.h>

/* Returns the key with the given parts. */
static EVP_PKEY *import_key(const char *algorithm, int selection, struct bytes *public, struct bytes *private) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
    EVP_PKEY *key = NULL;
    OSSL_PARAM params[3], *next = params;
    if (public != NULL)
        *next++ = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, public->data, public->length);
    if (private != NULL)
        *next++ = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, private->data, private->length);
    *next = OSSL_PARAM_construct_end();
    EXPECT(context != NULL);
    EXPECT(EVP_PKEY_fromdata_init(context) == 1);
    if (EVP_PKEY_fromdata(context, &key, selection, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

/* Checks that `opener` opens what `sealer` seals. */
static void check_exchange(EVP_PKEY *sealer, EVP_PKEY *opener) {
    struct bytes ciphertext;
    struct bytes sent = encapsulate(sealer, &ciphertext);
    struct bytes received = decapsulate(opener, ciphertext);
    EXPECT(same(sent, received));
    /* A changed ciphertext has another secret. */
    ciphertext.data[ciphertext.length - 1] ^= 1;
    struct bytes other = decapsulate(opener, ciphertext);
    EXPECT(other.length == sent.length && !same(sent, other));
    free(ciphertext.data);
    free(sent.data);
    free(received.data);
    free(other.data);
}

/* Checks what operations refuse. */
static void check_refusals(EVP_PKEY *pair, EVP_PKEY *public) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, public, NULL);
    size_t ciphertext_length, secret_length;
    EXPECT_ERROR(EVP_PKEY_decapsulate_init(context, NULL));
    EXPECT(EVP_PKEY_encapsulate_init(context, NULL) == 1);
    EXPECT(EVP_PKEY_encapsulate(context, NULL, &ciphertext_length, NULL, &secret_length) == 1);
    struct bytes ciphertext = allocate(ciphertext_length), secret = allocate(secret_length);
    size_t less = ciphertext_length - 1, all = secret_length;
    EXPECT_ERROR(EVP_PKEY_encapsulate(context, ciphertext.data, &less, secret.data, &all));
    less = secret_length - 1, all = ciphertext_length;
    EXPECT_ERROR(EVP_PKEY_encapsulate(context, ciphertext.data, &all, secret.data, &less));
    EVP_PKEY_CTX_free(context);

    context = EVP_PKEY_CTX_new_from_pkey(NULL, pair, NULL);
    EXPECT(EVP_PKEY_decapsulate_init(context, NULL) == 1);
    memset(secret.data, 1, secret.length);
    size_t length = secret.length;
    EXPECT_ERROR(EVP_PKEY_decapsulate(context, secret.data, &length, ciphertext.data, ciphertext.length - 1));
    for (size_t i = 0; i < secret.length; i++)
        EXPECT(secret.data[i] == 0);
    length = secret.length - 1;
    EXPECT_ERROR(EVP_PKEY_decapsulate(context, secret.data, &length, ciphertext.data, ciphertext.length));
    EVP_PKEY_CTX_free(context);
    free(ciphertext.data);
    free(secret.data);
}

/* Checks that DER is read, and that a changed file is refused or is another key. */
static void check_file(struct bytes file, EVP_PKEY *key, int private) {
    for (size_t i = 0; i <= file.length; i += i < 40 ? 1 : 97) {
        if (i > 0)
            file.data[i - 1] ^= 0x41;
        const unsigned char *start = file.data;
        EVP_PKEY *read = private ? d2i_AutoPrivateKey(NULL, &start, (long)file.length)
                                 : d2i_PUBKEY(NULL, &start, (long)file.length);
        if (i == 0)
            EXPECT(read != NULL && EVP_PKEY_eq(read, key) == 1);
        EVP_PKEY_free(read);
        if (i > 0)
            file.data[i - 1] ^= 0x41;
    }
    ERR_clear_error();
}

static void check_files(EVP_PKEY *pair) {
    struct bytes public = {NULL, 0}, private = {NULL, 0};
    int length = i2d_PUBKEY(pair, &public.data);
    EXPECT(length > 0);
    public.length = (size_t)length;
    check_file(public, pair, 0);
    length = i2d_PrivateKey(pair, &private.data);
    EXPECT(length > 0);
    private.length = (size_t)length;
    check_file(private, pair, 1);
    OPENSSL_free(public.data);
    OPENSSL_free(private.data);
}

static void check(const char *algorithm) {
    EVP_PKEY *pair = generate(algorithm), *stranger = generate(algorithm);
    struct bytes public = part(pair, OSSL_PKEY_PARAM_PUB_KEY), private = part(pair, OSSL_PKEY_PARAM_PRIV_KEY);
    struct bytes encoded = part(pair, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    struct bytes other = part(stranger, OSSL_PKEY_PARAM_PUB_KEY);
    EXPECT(same(public, encoded) && !same(public, other));
    EXPECT(EVP_PKEY_is_a(pair, algorithm));
    EXPECT(EVP_PKEY_get_bits(pair) == 8 * (int)public.length);
    EXPECT(EVP_PKEY_get_security_bits(pair) >= 128);
    check_exchange(pair, pair);

    /* Parts, imported. */
    EVP_PKEY *sealer = import_key(algorithm, EVP_PKEY_PUBLIC_KEY, &public, NULL);
    EVP_PKEY *opener = import_key(algorithm, EVP_PKEY_KEYPAIR, NULL, &private);
    EVP_PKEY *both = import_key(algorithm, EVP_PKEY_KEYPAIR, &public, &private);
    EXPECT(sealer != NULL && opener != NULL && both != NULL);
    EXPECT(EVP_PKEY_eq(pair, sealer) == 1 && EVP_PKEY_eq(pair, opener) == 1 && EVP_PKEY_eq(pair, both) == 1);
    EXPECT(EVP_PKEY_eq(pair, stranger) == 0);
    check_exchange(sealer, opener);
    check_exchange(opener, both);
    check_refusals(pair, sealer);

    /* Copies, and the key share of TLS. */
    EVP_PKEY *copy = EVP_PKEY_dup(pair);
    EXPECT(copy != NULL && EVP_PKEY_eq(pair, copy) == 1);
    check_exchange(sealer, copy);
    EXPECT(EVP_PKEY_set1_encoded_public_key(copy, other.data, other.length) == 1);
    EXPECT(EVP_PKEY_eq(copy, stranger) == 1);
    check_exchange(copy, stranger);
    EXPECT_ERROR(EVP_PKEY_set1_encoded_public_key(copy, other.data, other.length - 1));
    check_exchange(copy, stranger);

    /* Files; hybrids have none. */
    if (strncmp(algorithm, "x25519_", 7) != 0) {
        check_files(pair);
    } else {
        unsigned char *file = NULL;
        EXPECT(i2d_PUBKEY(pair, &file) <= 0);
        ERR_clear_error();
    }

    /* What does not belong together, or is no key. */
    EXPECT(import_key(algorithm, EVP_PKEY_KEYPAIR, &other, &private) == NULL);
    EXPECT(ERR_peek_error() != 0);
    struct bytes shorter = {public.data, public.length - 1}, nothing = {public.data, 0};
    EXPECT(import_key(algorithm, EVP_PKEY_PUBLIC_KEY, &shorter, NULL) == NULL);
    EXPECT(import_key(algorithm, EVP_PKEY_PUBLIC_KEY, &nothing, NULL) == NULL);
    EXPECT(import_key(algorithm, EVP_PKEY_PUBLIC_KEY, NULL, NULL) == NULL);
    shorter = (struct bytes){private.data, private.length - 1};
    EXPECT(import_key(algorithm, EVP_PKEY_KEYPAIR, NULL, &shorter) == NULL);
    ERR_clear_error();

    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, pair, NULL);
    EXPECT(EVP_PKEY_public_check(context) == 1 && EVP_PKEY_pairwise_check(context) == 1);
    EVP_PKEY_CTX_free(context);
    context = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
    EXPECT(EVP_PKEY_keygen_init(context) == 1);
    EXPECT(EVP_PKEY_CTX_set_group_name(context, algorithm) == 1);
    EXPECT_ERROR(EVP_PKEY_CTX_set_group_name(context, "P-256"));
    EVP_PKEY_CTX_free(context);

    EVP_PKEY *keys[] = {pair, stranger, sealer, opener, both, copy};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        EVP_PKEY_free(keys[i]);
    free(public.data);
    free(private.data);
    free(encoded.data);
    free(other.data);
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++)
        check(arguments[i]);
    printf("keys of %d algorithms made, imported, copied, used; wrong ones refused\n", count - 1);
    return 0;
}
