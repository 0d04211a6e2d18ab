/* The three operations of sntrup761 by liboqs' names, of several libraries in turns: the medians of
 * their times in microseconds.
 *
 *     operations ROUNDS NAME=LIBRARY...
 *
 * A round makes each operation twice with each library and takes the time of the second one: the
 * first one brings the library's code and tables into the caches.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition);               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { PUBLIC = 1158, SECRET = 1763, CIPHERTEXT = 1039, SHARED = 32 };
enum operation { KEYPAIR, ENCAPS, DECAPS, OPERATIONS };
static const char *const names[] = {"key generation", "encapsulation", "decapsulation"};

struct library {
    const char *name;
    int (*keypair)(uint8_t *pk, uint8_t *sk);
    int (*encaps)(uint8_t *ct, uint8_t *ss, const uint8_t *pk);
    int (*decaps)(uint8_t *ss, const uint8_t *ct, const uint8_t *sk);
    double *times[OPERATIONS];
};

static struct library load(char *argument, long rounds) {
    char *path = strchr(argument, '=');
    EXPECT(path != NULL);
    *path++ = '\0';
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        fprintf(stderr, "%s\n", dlerror());
    EXPECT(handle != NULL);
    struct library library = {.name = argument};
    *(void **)&library.keypair = dlsym(handle, "OQS_KEM_ntruprime_sntrup761_keypair");
    *(void **)&library.encaps = dlsym(handle, "OQS_KEM_ntruprime_sntrup761_encaps");
    *(void **)&library.decaps = dlsym(handle, "OQS_KEM_ntruprime_sntrup761_decaps");
    EXPECT(library.keypair != NULL && library.encaps != NULL && library.decaps != NULL);
    /* liboqs asks the CPU for its features here; its own programs call this first. */
    void (*start)(void);
    *(void **)&start = dlsym(handle, "OQS_init");
    if (start != NULL)
        start();
    for (int i = 0; i < OPERATIONS; i++) {
        library.times[i] = calloc((size_t)rounds, sizeof(double));
        EXPECT(library.times[i] != NULL);
    }
    return library;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* Makes a round's operations, and keeps the times of the second ones. */
static void measure(struct library *library, long round) {
    uint8_t pk[PUBLIC], sk[SECRET], ct[CIPHERTEXT], sent[SHARED], received[SHARED];
    double start = 0;
    for (int i = 0; i < 2; i++) {
        start = now();
        EXPECT(library->keypair(pk, sk) == 0);
    }
    library->times[KEYPAIR][round] = now() - start;
    for (int i = 0; i < 2; i++) {
        start = now();
        EXPECT(library->encaps(ct, sent, pk) == 0);
    }
    library->times[ENCAPS][round] = now() - start;
    for (int i = 0; i < 2; i++) {
        start = now();
        EXPECT(library->decaps(received, ct, sk) == 0);
    }
    library->times[DECAPS][round] = now() - start;
    EXPECT(memcmp(sent, received, SHARED) == 0);
}

static int ascending(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    enum { MAX_LIBRARIES = 8 };
    EXPECT(count > 2 && count - 2 <= MAX_LIBRARIES);
    long rounds = strtol(arguments[1], NULL, 10);
    EXPECT(rounds > 0);
    struct library libraries[MAX_LIBRARIES];
    int number = count - 2;
    for (int i = 0; i < number; i++)
        libraries[i] = load(arguments[i + 2], rounds);
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i < number; i++)
            measure(&libraries[i], round);
    for (int operation = 0; operation < OPERATIONS; operation++)
        for (int i = 0; i < number; i++) {
            double *times = libraries[i].times[operation];
            qsort(times, (size_t)rounds, sizeof *times, ascending);
            printf("%s\t%s\t%.1f\n", names[operation], libraries[i].name, times[rounds / 2]);
        }
    return 0;
}
