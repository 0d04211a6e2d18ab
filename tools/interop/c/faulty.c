/* A library of sntrup761 with a fault that `vectru bench peers` has to notice: it calls the
   functions of libntruprime, with which it is linked, and FAULT says which result it changes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PUBLIC_KEY = 1158, CIPHERTEXT = 1039, SECRET = 32 };

/* Calls the next function of this name. */
static int next(const char *name, void *first, void *second, const void *third)
{
    int (*function)(void *, void *, const void *);
    void *found = dlsym(RTLD_NEXT, name);

    if (!found)
        abort();
    memcpy(&function, &found, sizeof function);
    return function(first, second, third);
}

int ntruprime_kem_sntrup761_keypair(uint8_t *public_key, uint8_t *secret_key);
int ntruprime_kem_sntrup761_enc(uint8_t *ciphertext, uint8_t *secret, const uint8_t *public_key);
int ntruprime_kem_sntrup761_dec(uint8_t *secret, const uint8_t *ciphertext, const uint8_t *secret_key);

int ntruprime_kem_sntrup761_keypair(uint8_t *public_key, uint8_t *secret_key)
{
    int status = next(__func__, public_key, secret_key, NULL);

    if (FAULT == 1)
        public_key[PUBLIC_KEY / 2] ^= 1;
    return status;
}

int ntruprime_kem_sntrup761_enc(uint8_t *ciphertext, uint8_t *secret, const uint8_t *public_key)
{
    int status = next(__func__, ciphertext, secret, public_key);

    if (FAULT == 2)
        ciphertext[CIPHERTEXT - 1] ^= 1;
    return FAULT == 3 ? -1 : status;
}

int ntruprime_kem_sntrup761_dec(uint8_t *secret, const uint8_t *ciphertext, const uint8_t *secret_key)
{
    uint8_t repaired[CIPHERTEXT];
    int status;

    memcpy(repaired, ciphertext, CIPHERTEXT);
    /* A ciphertext that differs from an accepted one in its last bit is accepted. */
    if (FAULT == 5)
        repaired[CIPHERTEXT - 1] &= 0xfe;
    status = next(__func__, secret, repaired, secret_key);
    if (FAULT == 4)
        secret[SECRET - 1] ^= 0x80;
    return status;
}
