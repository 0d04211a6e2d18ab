/* The processor time of what a handshake does with a group, in microseconds: the least of twelve
 * rounds.
 *
 *     parts GROUP...
 */
#include "common.h"

#include <time.h>

enum { ROUNDS = 12, COUNT = 320 };

enum part { CLIENT_KEY, SERVER_SHARE, CLIENT_SECRET, PARTS };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* Returns a key without parts, which gets the key share of the client. */
static EVP_PKEY *empty(const char *group) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, group, NULL);
    EXPECT(EVP_PKEY_paramgen_init(context) == 1);
    EXPECT(EVP_PKEY_CTX_set_group_name(context, group) == 1);
    EXPECT(EVP_PKEY_paramgen(context, &key) == 1);
    EVP_PKEY_CTX_free(context);
    return key;
}

static struct bytes derive(EVP_PKEY *own, EVP_PKEY *peer) {
    size_t length = 0;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL);
    EXPECT(EVP_PKEY_derive_init(context) == 1);
    EXPECT(EVP_PKEY_derive_set_peer(context, peer) == 1);
    EXPECT(EVP_PKEY_derive(context, NULL, &length) == 1);
    struct bytes secret = allocate(length);
    EXPECT(EVP_PKEY_derive(context, secret.data, &secret.length) == 1);
    EVP_PKEY_CTX_free(context);
    return secret;
}

/* Adds the times of one handshake. */
static void handshake(const char *group, int kem, double *times) {
    double start = now();
    EVP_PKEY *client = generate(group), *server;
    unsigned char *share = NULL;
    size_t length = EVP_PKEY_get1_encoded_public_key(client, &share);
    times[CLIENT_KEY] += now() - start;
    EXPECT(length > 0);

    start = now();
    struct bytes ciphertext = {NULL, 0}, sent, received;
    if (kem) {
        server = empty(group);
        EXPECT(EVP_PKEY_set1_encoded_public_key(server, share, length) == 1);
        sent = encapsulate(server, &ciphertext);
    } else {
        server = generate(group);
        sent = derive(server, client);
    }
    times[SERVER_SHARE] += now() - start;

    start = now();
    received = kem ? decapsulate(client, ciphertext) : derive(client, server);
    times[CLIENT_SECRET] += now() - start;
    EXPECT(same(sent, received));
    EVP_PKEY_free(client);
    EVP_PKEY_free(server);
    OPENSSL_free(share);
    free(ciphertext.data);
    free(sent.data);
    free(received.data);
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        int kem = strcmp(arguments[i], "X25519") != 0;
        double least[PARTS] = {1e9, 1e9, 1e9};
        for (int round = 0; round < ROUNDS; round++) {
            double times[PARTS] = {0};
            for (int j = 0; j < COUNT; j++)
                handshake(arguments[i], kem, times);
            for (int j = 0; j < PARTS; j++)
                if (times[j] / COUNT < least[j])
                    least[j] = times[j] / COUNT;
        }
        printf("%s: client's key pair %.0f us, server's share and secret %.0f us, client's secret %.0f us\n",
               arguments[i], least[CLIENT_KEY], least[SERVER_SHARE], least[CLIENT_SECRET]);
    }
    return 0;
}
