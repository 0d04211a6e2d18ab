/* The key exchange of sntrup761 and X25519 of RFC 9941, over the interface of
 * vectru for C. Its two names mean the same exchange. kex.c includes this
 * file after the methods of X25519, whose state and clean-up it shares.
 */

#include <vectru.h>

#define SNTRUP761_MESSAGE_LEN \
    (VECTRU_SNTRUP761_PUBLICKEYBYTES + LIBSSH2_ED25519_KEY_LEN)
#define SNTRUP761_ANSWER_LEN \
    (VECTRU_SNTRUP761_CIPHERTEXTBYTES + LIBSSH2_ED25519_KEY_LEN)

/* A client's keys of sntrup761, between its message and the server's. */
struct sntrup761_exchange {
    /* SSH2_MSG_KEX_ECDH_INIT, the length of Q_C, and Q_C. */
    unsigned char packet[5 + SNTRUP761_MESSAGE_LEN];
    unsigned char secret_key[VECTRU_SNTRUP761_SECRETKEYBYTES];
};

static void
kex_method_sntrup761_cleanup(LIBSSH2_SESSION *session,
                             key_exchange_state_low_t *key_state)
{
    kmdhgGPshakex_state_t *exchange = &key_state->exchange_state;

    if(key_state->sntrup761) {
        _libssh2_explicit_zero(key_state->sntrup761,
                               sizeof(*key_state->sntrup761));
        LIBSSH2_FREE(session, key_state->sntrup761);
        key_state->sntrup761 = NULL;
    }
    if(exchange->k_value)
        _libssh2_explicit_zero(exchange->k_value, exchange->k_value_len);
    kex_method_curve25519_cleanup(session, key_state);
}

/* Makes the keys and the packet of the client. */
static int
sntrup761_start(LIBSSH2_SESSION *session,
                key_exchange_state_low_t *key_state)
{
    struct sntrup761_exchange *own =
        LIBSSH2_CALLOC(session, sizeof(struct sntrup761_exchange));

    if(!own)
        return _libssh2_error(session, LIBSSH2_ERROR_ALLOC,
                              "Unable to allocate the keys of sntrup761");
    key_state->sntrup761 = own;
    own->packet[0] = SSH2_MSG_KEX_ECDH_INIT;
    _libssh2_htonu32(own->packet + 1, SNTRUP761_MESSAGE_LEN);
    if(vectru_sntrup761_keypair(own->packet + 5, own->secret_key) ||
       _libssh2_curve25519_new(session, &key_state->curve25519_public_key,
                               &key_state->curve25519_private_key))
        return _libssh2_error(session, LIBSSH2_ERROR_KEX_FAILURE,
                              "Unable to create the keys of sntrup761");
    memcpy(own->packet + 5 + VECTRU_SNTRUP761_PUBLICKEYBYTES,
           key_state->curve25519_public_key, LIBSSH2_ED25519_KEY_LEN);
    return 0;
}

/* Computes K, SHA-512 of both secrets, in the form that hashes take: a string
 * of 64 bytes. */
static int
sntrup761_secret(LIBSSH2_SESSION *session,
                 key_exchange_state_low_t *key_state, unsigned char *answer)
{
    kmdhgGPshakex_state_t *exchange = &key_state->exchange_state;
    unsigned char secrets[VECTRU_SNTRUP761_BYTES + LIBSSH2_ED25519_KEY_LEN];
    libssh2_sha512_ctx hash;
    int rc = -1;

    memset(secrets, 0, sizeof(secrets));
    exchange->k = _libssh2_bn_init();
    exchange->k_value_len = 4 + SHA512_DIGEST_LENGTH;
    exchange->k_value = LIBSSH2_ALLOC(session, exchange->k_value_len);
    /* OpenSSL's X25519 rejects a point of low order. */
    if(exchange->k && exchange->k_value &&
       !vectru_sntrup761_decaps(secrets, answer,
                                key_state->sntrup761->secret_key) &&
       !_libssh2_curve25519_gen_k(&exchange->k,
                                  key_state->curve25519_private_key,
                                  answer + VECTRU_SNTRUP761_CIPHERTEXTBYTES)) {
        /* The number has no leading zeros, the secret has. */
        unsigned char *end = secrets + sizeof(secrets);
        rc = _libssh2_bn_to_bin(exchange->k,
                                end - _libssh2_bn_bytes(exchange->k)) ||
             !libssh2_sha512_init(&hash) ||
             !libssh2_sha512_update(hash, secrets, sizeof(secrets)) ||
             !libssh2_sha512_final(hash, exchange->k_value + 4);
        _libssh2_htonu32(exchange->k_value, SHA512_DIGEST_LENGTH);
    }
    _libssh2_explicit_zero(secrets, sizeof(secrets));
    return rc ? _libssh2_error(session, LIBSSH2_ERROR_KEX_FAILURE,
                               "Unable to create sntrup761 shared secret") : 0;
}

/* Keeps the server's key, with its fingerprints. */
static int
sntrup761_hostkey(LIBSSH2_SESSION *session, unsigned char *key, size_t len)
{
    libssh2_sha1_ctx sha1;
    libssh2_sha256_ctx sha256;
#if LIBSSH2_MD5
    libssh2_md5_ctx md5;

    session->server_hostkey_md5_valid =
        libssh2_md5_init(&md5) && libssh2_md5_update(md5, key, len) &&
        libssh2_md5_final(md5, session->server_hostkey_md5);
#endif
    session->server_hostkey_sha1_valid =
        libssh2_sha1_init(&sha1) && libssh2_sha1_update(sha1, key, len) &&
        libssh2_sha1_final(sha1, session->server_hostkey_sha1);
    session->server_hostkey_sha256_valid =
        libssh2_sha256_init(&sha256) &&
        libssh2_sha256_update(sha256, key, len) &&
        libssh2_sha256_final(sha256, session->server_hostkey_sha256);

    session->server_hostkey = LIBSSH2_ALLOC(session, len);
    if(!session->server_hostkey)
        return _libssh2_error(session, LIBSSH2_ERROR_ALLOC,
                              "Unable to allocate the host key");
    memcpy(session->server_hostkey, key, len);
    session->server_hostkey_len = (uint32_t)len;
    if(session->hostkey->init(session, session->server_hostkey, len,
                              &session->server_hostkey_abstract))
        return _libssh2_error(session, LIBSSH2_ERROR_HOSTKEY_INIT,
                              "Unable to initialize hostkey importer");
    return 0;
}

/* Reads the server's packet, and verifies its signature of the exchange. */
static int
sntrup761_verify(LIBSSH2_SESSION *session,
                 key_exchange_state_low_t *key_state)
{
    kmdhgGPshakex_state_t *exchange_state = &key_state->exchange_state;
    unsigned char *public_key = key_state->sntrup761->packet + 5;
    size_t public_key_len = SNTRUP761_MESSAGE_LEN;
    unsigned char *key, *server_public_key;
    size_t key_len, server_public_key_len;
    struct string_buf buf;
    int rc;

    if(key_state->data_len < 5)
        return _libssh2_error(session, LIBSSH2_ERROR_PROTO,
                              "Data is too short");
    buf.data = key_state->data;
    buf.len = key_state->data_len;
    buf.dataptr = buf.data + 1;
    if(_libssh2_get_string(&buf, &key, &key_len) ||
       _libssh2_get_string(&buf, &server_public_key, &server_public_key_len) ||
       _libssh2_get_string(&buf, &exchange_state->h_sig,
                           &exchange_state->h_sig_len) ||
       server_public_key_len != SNTRUP761_ANSWER_LEN)
        return _libssh2_error(session, LIBSSH2_ERROR_PROTO,
                              "Unexpected length in the reply of sntrup761");
    rc = sntrup761_hostkey(session, key, key_len);
    if(!rc)
        rc = sntrup761_secret(session, key_state, server_public_key);
    if(rc)
        return rc;

    LIBSSH2_KEX_METHOD_EC_SHA_HASH_CREATE_VERIFY(512);
    return rc ? _libssh2_error(session, LIBSSH2_ERROR_HOSTKEY_SIGN,
                               "Unable to verify hostkey signature "
                               "sntrup761") : 0;
}

/* Derives a key of some bytes, which its letter distinguishes. */
static unsigned char *
sntrup761_derive(LIBSSH2_SESSION *session, kmdhgGPshakex_state_t *exchange,
                 size_t len, char letter)
{
    unsigned char *key = NULL;
    unsigned char version = (unsigned char)letter;

    _libssh2_sha_algo_value_hash(512, session, exchange, &key, len, &version);
    return key;
}

static void
sntrup761_free(LIBSSH2_SESSION *session, unsigned char *key, size_t len)
{
    if(key) {
        _libssh2_explicit_zero(key, len);
        LIBSSH2_FREE(session, key);
    }
}

/* Sets up cipher, MAC and compression of a direction, by the letters of its
 * initial vector, its key and its MAC key. */
static int
sntrup761_direction(LIBSSH2_SESSION *session, kmdhgGPshakex_state_t *exchange,
                    libssh2_endpoint_data *end, const char letters[3],
                    int local)
{
    int free_iv = 0, free_secret = 0, free_key = 0;
    unsigned char *iv, *secret, *key;
    int rc = 0;

    if(end->crypt->dtor)
        end->crypt->dtor(session, &end->crypt_abstract);
    if(end->crypt->init) {
        iv = sntrup761_derive(session, exchange, end->crypt->iv_len,
                              letters[0]);
        secret = sntrup761_derive(session, exchange, end->crypt->secret_len,
                                  letters[1]);
        rc = !iv || !secret ||
             end->crypt->init(session, end->crypt, iv, &free_iv, secret,
                              &free_secret, local, &end->crypt_abstract);
        if(rc || free_iv)
            sntrup761_free(session, iv, end->crypt->iv_len);
        if(rc || free_secret)
            sntrup761_free(session, secret, end->crypt->secret_len);
    }
    if(end->mac->dtor)
        end->mac->dtor(session, &end->mac_abstract);
    if(!rc && end->mac->init) {
        key = sntrup761_derive(session, exchange, end->mac->key_len,
                               letters[2]);
        rc = !key ||
             end->mac->init(session, key, &free_key, &end->mac_abstract);
        if(rc || free_key)
            sntrup761_free(session, key, end->mac->key_len);
    }
    if(end->comp && end->comp->dtor)
        end->comp->dtor(session, local, &end->comp_abstract);
    if(!rc && end->comp && end->comp->init)
        rc = end->comp->init(session, local, &end->comp_abstract);
    return rc ? LIBSSH2_ERROR_KEX_FAILURE : 0;
}

/* Uses the new keys from here on. The first exchange hash names the
 * session. */
static int
sntrup761_new_keys(LIBSSH2_SESSION *session, kmdhgGPshakex_state_t *exchange)
{
    int rc;

    session->state |= LIBSSH2_STATE_NEWKEYS;
    LIBSSH2_FREE(session, exchange->tmp);
    if(!session->session_id) {
        session->session_id = LIBSSH2_ALLOC(session, SHA512_DIGEST_LENGTH);
        if(!session->session_id)
            return _libssh2_error(session, LIBSSH2_ERROR_ALLOC,
                                  "Unable to allocate buffer for SHA digest");
        memcpy(session->session_id, exchange->h_sig_comp,
               SHA512_DIGEST_LENGTH);
        session->session_id_len = SHA512_DIGEST_LENGTH;
    }
    rc = sntrup761_direction(session, exchange, &session->local, "ACE", 1);
    return rc ? rc : sntrup761_direction(session, exchange, &session->remote,
                                         "BDF", 0);
}

/* The exchange, which is called again as long as it returns
 * LIBSSH2_ERROR_EAGAIN. */
static int
kex_method_sntrup761_key_exchange(LIBSSH2_SESSION *session,
                                  key_exchange_state_low_t *key_state)
{
    kmdhgGPshakex_state_t *exchange = &key_state->exchange_state;
    int rc = 0;

    if(key_state->state == libssh2_NB_state_idle) {
        rc = sntrup761_start(session, key_state);
        key_state->state = libssh2_NB_state_created;
    }
    if(!rc && key_state->state == libssh2_NB_state_created) {
        rc = _libssh2_transport_send(session, key_state->sntrup761->packet,
                                     sizeof(key_state->sntrup761->packet),
                                     NULL, 0);
        if(!rc)
            key_state->state = libssh2_NB_state_sent;
    }
    if(!rc && key_state->state == libssh2_NB_state_sent) {
        rc = _libssh2_packet_require(session, SSH2_MSG_KEX_ECDH_REPLY,
                                     &key_state->data, &key_state->data_len,
                                     0, NULL, 0, &key_state->req_state);
        if(!rc) {
            exchange->state = libssh2_NB_state_created;
            rc = sntrup761_verify(session, key_state);
            exchange->c = SSH_MSG_NEWKEYS;
            key_state->state = libssh2_NB_state_sent1;
        }
    }
    if(!rc && key_state->state == libssh2_NB_state_sent1) {
        rc = _libssh2_transport_send(session, &exchange->c, 1, NULL, 0);
        if(!rc)
            key_state->state = libssh2_NB_state_sent2;
    }
    if(!rc && key_state->state == libssh2_NB_state_sent2) {
        rc = _libssh2_packet_require(session, SSH_MSG_NEWKEYS, &exchange->tmp,
                                     &exchange->tmp_len, 0, NULL, 0,
                                     &exchange->req_state);
        if(!rc)
            rc = sntrup761_new_keys(session, exchange);
    }
    if(rc != LIBSSH2_ERROR_EAGAIN)
        kex_method_sntrup761_cleanup(session, key_state);
    return rc;
}

static const LIBSSH2_KEX_METHOD kex_method_sntrup761_sha512 = {
    "sntrup761x25519-sha512",
    kex_method_sntrup761_key_exchange,
    kex_method_sntrup761_cleanup,
    LIBSSH2_KEX_METHOD_FLAG_REQ_SIGN_HOSTKEY,
};

static const LIBSSH2_KEX_METHOD kex_method_sntrup761_sha512_openssh = {
    "sntrup761x25519-sha512@openssh.com",
    kex_method_sntrup761_key_exchange,
    kex_method_sntrup761_cleanup,
    LIBSSH2_KEX_METHOD_FLAG_REQ_SIGN_HOSTKEY,
};
