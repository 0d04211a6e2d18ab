/* What `openssl pkeyutl -encap` and `-decap` do where the command has them, which 3.0 has not:
 *
 *     capsule seal PUBLIC.pem CIPHERTEXT SECRET
 *     capsule open PRIVATE.pem CIPHERTEXT SECRET
 */
#include "common.h"

#include <openssl/pem.h>

static void write_file(const char *path, struct bytes bytes) {
    FILE *file = fopen(path, "wb");
    EXPECT(file != NULL);
    EXPECT(fwrite(bytes.data, 1, bytes.length, file) == bytes.length);
    EXPECT(fclose(file) == 0);
}

static struct bytes read_file(const char *path) {
    struct bytes bytes = allocate(1 << 16);
    FILE *file = fopen(path, "rb");
    EXPECT(file != NULL);
    bytes.length = fread(bytes.data, 1, bytes.length, file);
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    EXPECT(count == 5);
    int seal = strcmp(arguments[1], "seal") == 0;
    FILE *file = fopen(arguments[2], "r");
    EXPECT(file != NULL);
    EVP_PKEY *key = seal ? PEM_read_PUBKEY(file, NULL, NULL, NULL) : PEM_read_PrivateKey(file, NULL, NULL, NULL);
    fclose(file);
    EXPECT(key != NULL);
    struct bytes ciphertext, secret;
    if (seal) {
        secret = encapsulate(key, &ciphertext);
        write_file(arguments[3], ciphertext);
    } else {
        ciphertext = read_file(arguments[3]);
        secret = decapsulate(key, ciphertext);
    }
    write_file(arguments[4], secret);
    free(ciphertext.data);
    free(secret.data);
    EVP_PKEY_free(key);
    return 0;
}
