/* A client of libssh2 that offers one key exchange, and speaks sftp with OpenSSH's server.
 *
 *   client PORT USER KEY HOST_KEY KEX
 *
 * KEY is the file of a private key, beside which `.pub` stands; HOST_KEY is the file of the
 * server's public key. Ends with status 1 and libssh2's message if it fails. The linker lets the
 * functions of vectru pass through the ones here, where `FAULT` names what is wrong.
 */
#include <arpa/inet.h>
#include <libssh2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vectru.h>

static int fault(const char *name)
{
    const char *set = getenv("FAULT");
    return set && !strcmp(set, name);
}

int __real_vectru_sntrup761_decaps(uint8_t *secret, const uint8_t *ciphertext, const uint8_t *key);
int __wrap_vectru_sntrup761_decaps(uint8_t *secret, const uint8_t *ciphertext, const uint8_t *key);

int __wrap_vectru_sntrup761_decaps(uint8_t *secret, const uint8_t *ciphertext, const uint8_t *key)
{
    uint8_t tampered[VECTRU_SNTRUP761_CIPHERTEXTBYTES];
    memcpy(tampered, ciphertext, sizeof tampered);
    tampered[100] ^= (uint8_t)fault("reply");
    int status = __real_vectru_sntrup761_decaps(secret, tampered, key);
    secret[7] ^= (uint8_t)fault("secret");
    return status;
}

static LIBSSH2_SESSION *session;

static void check(int passed, const char *step)
{
    char *message = "";
    if (passed)
        return;
    if (session)
        libssh2_session_last_error(session, &message, NULL, 0);
    fprintf(stderr, "%s: %s\n", step, message);
    exit(1);
}

int main(int count, char **arguments)
{
    check(count == 6, "expected client PORT USER KEY HOST_KEY KEX");
    const char *user = arguments[2], *key = arguments[3], *exchange = arguments[5];
    char public_key[4096], line[1024] = "", answer[64];
    snprintf(public_key, sizeof public_key, "%s.pub", key);

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    check(!connect(connection, (struct sockaddr *)&address, sizeof address), "connect");
    check(!libssh2_init(0), "libssh2_init");
    session = libssh2_session_init();
    check(session != NULL, "libssh2_session_init");
    libssh2_session_set_timeout(session, 30000);
    check(!libssh2_session_method_pref(session, LIBSSH2_METHOD_KEX, exchange), "the key exchange");
    check(!libssh2_session_handshake(session, connection), "handshake");
    check(!strcmp(libssh2_session_methods(session, LIBSSH2_METHOD_KEX), exchange), "the exchange used");

    /* The server is the one whose key is in the file. */
    LIBSSH2_KNOWNHOSTS *hosts = libssh2_knownhost_init(session);
    FILE *file = fopen(arguments[4], "r");
    check(hosts && file && snprintf(line, 20, "127.0.0.1 ") && fgets(line + 10, sizeof line - 10, file), "the host key");
    check(!libssh2_knownhost_readline(hosts, line, strcspn(line, "\n"), LIBSSH2_KNOWNHOST_FILE_OPENSSH), "a known host");
    size_t length;
    int type;
    const char *found = libssh2_session_hostkey(session, &length, &type);
    check(libssh2_knownhost_check(hosts, "127.0.0.1", found, length,
                                  LIBSSH2_KNOWNHOST_TYPE_PLAIN | LIBSSH2_KNOWNHOST_KEYENC_RAW, NULL) ==
              LIBSSH2_KNOWNHOST_CHECK_MATCH,
          "the host");

    check(!libssh2_userauth_publickey_fromfile(session, user, public_key, key, NULL), "the user's key");
    LIBSSH2_CHANNEL *channel = libssh2_channel_open_session(session);
    check(channel && !libssh2_channel_subsystem(channel, "sftp"), "sftp");
    /* SSH_FXP_INIT of version 3, and SSH_FXP_VERSION. */
    check(libssh2_channel_write(channel, "\0\0\0\5\1\0\0\0\3", 9) == 9, "write");
    check(libssh2_channel_read(channel, answer, sizeof answer) > 4 && answer[4] == 2, "read");

    libssh2_channel_free(channel);
    libssh2_knownhost_free(hosts);
    libssh2_session_disconnect(session, "");
    libssh2_session_free(session);
    libssh2_exit();
    close(connection);
    return 0;
}
