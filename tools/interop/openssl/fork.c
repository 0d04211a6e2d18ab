/* A pool of key pairs and forks: a process and its children make keys, and no key is made twice.
 * The first 32 bytes of a hybrid's key are from X25519, of which no pool keeps keys: they are not
 * compared.
 *
 * The figures of the pool are those of the process, in which every key comes from the pool.
 *
 *     fork ALGORITHM
 */
#include "common.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 70, X25519 = 32 };

/* Makes keys and writes the public ones. */
static void make(const char *algorithm, int to) {
    for (int i = 0; i < COUNT; i++) {
        EVP_PKEY *key = generate(algorithm);
        struct bytes public = part(key, OSSL_PKEY_PARAM_PUB_KEY);
        for (size_t done = 0; done < public.length;) {
            ssize_t wrote = write(to, public.data + done, public.length - done);
            EXPECT(wrote > 0);
            done += (size_t)wrote;
        }
        free(public.data);
        EVP_PKEY_free(key);
    }
    close(to);
}

/* Reads all bytes of a child. */
static struct bytes collect(int from, size_t length) {
    struct bytes all = allocate(length);
    for (size_t done = 0; done < length;) {
        ssize_t got = read(from, all.data + done, length - done);
        EXPECT(got > 0);
        done += (size_t)got;
    }
    close(from);
    return all;
}

/* Returns a figure of the pools. */
static int64_t figure(const EVP_PKEY *key, const char *name) {
    int64_t value = -1;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_int64(name, &value), OSSL_PARAM_construct_end()};
    EXPECT(OSSL_PROVIDER_get_params(EVP_PKEY_get0_provider(key), params) == 1);
    return value;
}

int main(int count, char **arguments) {
    EXPECT(count == 2);
    /* The first key fills the pool, which the children inherit. */
    EVP_PKEY *first = generate(arguments[1]);
    struct bytes public = part(first, OSSL_PKEY_PARAM_PUB_KEY);
    struct bytes made[3];
    for (int child = 0; child < 3; child++) {
        int ends[2];
        EXPECT(pipe(ends) == 0);
        pid_t process = fork();
        EXPECT(process >= 0);
        if (process == 0) {
            close(ends[0]);
            make(arguments[1], ends[1]);
            EVP_PKEY_free(first);
            exit(0);
        }
        close(ends[1]);
        made[child] = collect(ends[0], COUNT * public.length);
        int status = -1;
        EXPECT(waitpid(process, &status, 0) == process && status == 0);
    }
    struct bytes own = allocate(COUNT * public.length);
    for (int i = 0; i < COUNT; i++) {
        EVP_PKEY *key = generate(arguments[1]);
        struct bytes one = part(key, OSSL_PKEY_PARAM_PUB_KEY);
        memcpy(own.data + (size_t)i * public.length, one.data, one.length);
        free(one.data);
        EVP_PKEY_free(key);
    }
    struct bytes all[] = {made[0], made[1], made[2], own};
    enum { TOTAL = 4 * COUNT };
    for (int i = 0; i < TOTAL; i++)
        for (int j = 0; j < i; j++) {
            const unsigned char *one = all[i / COUNT].data + (size_t)(i % COUNT) * public.length;
            const unsigned char *other = all[j / COUNT].data + (size_t)(j % COUNT) * public.length;
            EXPECT(memcmp(one + X25519, other + X25519, public.length - X25519) != 0);
        }
    int64_t taken = figure(first, "pool-taken"), batches = figure(first, "pool-batches");
    EXPECT(taken == COUNT + 1 && batches >= 1 && figure(first, "pool-single") == 0);
    EXPECT(figure(first, "pool-ready") == 32 * batches - taken);
    printf("%d keys of a process and its three children: all differ\n", TOTAL);
    for (int i = 0; i < 4; i++)
        free(all[i].data);
    free(public.data);
    EVP_PKEY_free(first);
    return 0;
}
