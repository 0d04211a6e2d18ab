/* Handshakes of TLS 1.3 between a client and a server in one process, over memory.
 *
 *     handshakes many GROUP THREADS COUNT CERTIFICATE.pem KEY.pem
 *         makes COUNT handshakes on THREADS threads; the process must not grow.
 *     handshakes rate GROUP BASE COUNT CERTIFICATE.pem KEY.pem
 *         prints the handshakes in a second of processor time with each of two groups, in turns of
 *         one thread.
 */
#include "common.h"

#include <malloc.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

struct side {
    SSL_CTX *client, *server;
    const char *group;
};

static struct side contexts(const char *group, const char *certificate, const char *key) {
    struct side side = {SSL_CTX_new(TLS_client_method()), SSL_CTX_new(TLS_server_method()), group};
    EXPECT(side.client != NULL && side.server != NULL);
    EXPECT(SSL_CTX_use_certificate_file(side.server, certificate, SSL_FILETYPE_PEM) == 1);
    EXPECT(SSL_CTX_use_PrivateKey_file(side.server, key, SSL_FILETYPE_PEM) == 1);
    EXPECT(SSL_CTX_load_verify_locations(side.client, certificate, NULL) == 1);
    SSL_CTX_set_verify(side.client, SSL_VERIFY_PEER, NULL);
    SSL_CTX *both[] = {side.client, side.server};
    for (int i = 0; i < 2; i++) {
        EXPECT(SSL_CTX_set_min_proto_version(both[i], TLS1_3_VERSION) == 1);
        EXPECT(SSL_CTX_set1_groups_list(both[i], group) == 1);
        SSL_CTX_set_options(both[i], SSL_OP_NO_TICKET);
        SSL_CTX_set_session_cache_mode(both[i], SSL_SESS_CACHE_OFF);
    }
    EXPECT(SSL_CTX_set_num_tickets(side.server, 0) == 1);
    return side;
}

static void free_contexts(struct side side) {
    SSL_CTX_free(side.client);
    SSL_CTX_free(side.server);
}

/* Goes one step on; returns 1 once the handshake is done. */
static int step(SSL *end) {
    int result = SSL_do_handshake(end);
    EXPECT(result == 1 || SSL_get_error(end, result) == SSL_ERROR_WANT_READ);
    return result == 1;
}

static void handshake(const struct side *side) {
    SSL *client = SSL_new(side->client), *server = SSL_new(side->server);
    BIO *near, *far;
    EXPECT(client != NULL && server != NULL);
    EXPECT(BIO_new_bio_pair(&near, 1 << 16, &far, 1 << 16) == 1);
    SSL_set_bio(client, near, near);
    SSL_set_bio(server, far, far);
    SSL_set_connect_state(client);
    SSL_set_accept_state(server);
    int done = 0;
    for (int turn = 0; done != 3 && turn < 10; turn++)
        done = step(client) | step(server) << 1;
    EXPECT(done == 3);
    long group = SSL_get_negotiated_group(client);
    EXPECT(group == SSL_get_negotiated_group(server));
    EXPECT(OPENSSL_strcasecmp(SSL_group_to_name(client, (int)group), side->group) == 0);
    SSL_free(client);
    SSL_free(server);
}

/* The bytes of the heap that are allocated, and the memory of the process, in KiB. */
static long allocated(void) {
    return (long)(mallinfo2().uordblks / 1024);
}

static long resident(void) {
    long size, pages;
    FILE *file = fopen("/proc/self/statm", "r");
    EXPECT(file != NULL && fscanf(file, "%ld %ld", &size, &pages) == 2);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct work {
    const struct side *side;
    long count;
};

static void *run(void *argument) {
    const struct work *work = argument;
    for (long i = 0; i < work->count; i++)
        handshake(work->side);
    OPENSSL_thread_stop();
    return NULL;
}

/* Makes handshakes on threads that begin and end here. */
static void on_threads(const struct side *side, long threads, long count) {
    pthread_t *all = calloc((size_t)threads, sizeof *all);
    struct work *works = calloc((size_t)threads, sizeof *works);
    EXPECT(all != NULL && works != NULL);
    for (long i = 0; i < threads; i++) {
        works[i] = (struct work){side, count / threads + (i < count % threads)};
        EXPECT(pthread_create(&all[i], NULL, run, &works[i]) == 0);
    }
    for (long i = 0; i < threads; i++)
        EXPECT(pthread_join(all[i], NULL) == 0);
    free(all);
    free(works);
}

static void many(const char *group, long threads, long count, const char *certificate, const char *key) {
    struct side side = contexts(group, certificate, key);
    EXPECT(threads > 0 && count >= 10);
    /* Ten rounds of new threads: the first one fills caches. */
    long before = 0, first = 0, made = 0;
    double start = seconds(CLOCK_MONOTONIC);
    for (int round = 0; round < 10; round++) {
        long share = count / 10 + (round < count % 10);
        on_threads(&side, threads, share);
        made += share;
        if (round == 0) {
            before = allocated();
            first = resident();
        }
    }
    double took = seconds(CLOCK_MONOTONIC) - start;
    long growth = allocated() - before;
    printf("%ld handshakes with %s on %ld threads in %.1f s; after the first tenth the heap grew by "
           "%ld KiB, the process by %ld KiB to %ld KiB\n",
           made, group, threads, took, growth, resident() - first, resident());
    EXPECT(made == count);
    /* A pool has up to 32 key pairs, of up to 30 KiB each. */
    EXPECT(growth <= 1024);
    free_contexts(side);
}

static int ascending(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

enum { ROUNDS = 21 };

static double median(double *values) {
    qsort(values, ROUNDS, sizeof *values, ascending);
    return values[ROUNDS / 2];
}

static void rate(const char *group, const char *base, long count, const char *certificate, const char *key) {
    struct side sides[] = {contexts(group, certificate, key), contexts(base, certificate, key)};
    double times[2][ROUNDS], ratios[ROUNDS];
    long share = count / ROUNDS + 1;
    for (int round = -1; round < ROUNDS; round++) {
        double took[2];
        for (int i = 0; i < 2; i++) {
            double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
            for (long j = 0; j < share; j++)
                handshake(&sides[i]);
            took[i] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) / (double)share;
        }
        if (round < 0)
            continue;
        times[0][round] = took[0];
        times[1][round] = took[1];
        ratios[round] = took[1] / took[0];
    }
    double ratio = median(ratios);
    printf("%s %.0f handshakes a second, %s %.0f, ratio %.3f\n", group, 1 / median(times[0]), base,
           1 / median(times[1]), ratio);
    free_contexts(sides[0]);
    free_contexts(sides[1]);
}

int main(int count, char **arguments) {
    EXPECT(count == 7);
    long number = strtol(arguments[4], NULL, 10);
    if (strcmp(arguments[1], "many") == 0)
        many(arguments[2], strtol(arguments[3], NULL, 10), number, arguments[5], arguments[6]);
    else
        rate(arguments[2], arguments[3], number, arguments[5], arguments[6]);
    return 0;
}
