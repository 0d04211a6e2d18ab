/* A key exchange by sntrup761 on a Cortex-M4 in C, without an operating system, with random bytes
 * of an STM32F405's peripheral RNG (manual RM0090, chapter 24).
 *
 * With EMULATED it is for the emulated board of the test, where the bytes are not random.
 */
#include <vectru.h>

#ifdef EMULATED
#include "emulated.h"
#else
#include "stm32f405.h"
#endif

/* The number of times that the status is read before the generator gives up. A word takes 40
   cycles of its clock. */
#define PATIENCE 10000

/* The generator's state: the word before, which is only compared with if it is the first one. */
struct hardware {
    uint32_t last;
    int started;
};

/* Waits for a word. Returns 0, or -1 if the peripheral reports an error or none comes. */
static int wait_for_word(uint32_t *word)
{
    int reads;
    for (reads = 0; reads < PATIENCE; reads++) {
        uint32_t status = rng_status();
        if (status & (RNG_CLOCK_ERROR | RNG_SEED_ERROR))
            return -1;
        if (status & RNG_READY) {
            *word = rng_data();
            return 0;
        }
    }
    return -1;
}

/* Draws a word. Returns 0, or -1 if there is none or if it is the one before. */
static int draw(struct hardware *hardware, uint32_t *word)
{
    if (!hardware->started) {
        rng_restart();
        if (wait_for_word(&hardware->last))
            return -1;
        hardware->started = 1;
    }
    if (wait_for_word(word) || *word == hardware->last)
        return -1;
    hardware->last = *word;
    return 0;
}

/* The source of random bytes, a `vectru_random`. After an error the next call starts again. */
static int random_bytes(void *context, uint8_t *bytes, size_t length)
{
    struct hardware *hardware = context;
    uint32_t word = 0;
    size_t i;
    for (i = 0; i < length; i++) {
        if (i % 4 == 0 && draw(hardware, &word)) {
            hardware->started = 0;
            return -1;
        }
        bytes[i] = (uint8_t)(word >> (8 * (i % 4)));
    }
    return 0;
}

/* Keys are in memory of their own, not in the stack. */
static uint8_t pk[VECTRU_SNTRUP761_PUBLICKEYBYTES], sk[VECTRU_SNTRUP761_SECRETKEYBYTES];
static uint8_t ct[VECTRU_SNTRUP761_CIPHERTEXTBYTES], sent[32], received[32];

/* Both sides of an exchange: the device makes a key pair, sends the public key, and gets a
 * ciphertext back. Another device makes the ciphertext. Returns 0, or the code of an error. */
static int exchange(struct hardware *hardware)
{
    int code, difference = 0;
    size_t i;
    if ((code = vectru_sntrup761_keypair_with(pk, sk, random_bytes, hardware)) != VECTRU_OK)
        return code;
    if ((code = vectru_sntrup761_encaps_with(ct, sent, pk, random_bytes, hardware)) != VECTRU_OK)
        return code;
    if ((code = vectru_sntrup761_decaps(received, ct, sk)) != VECTRU_OK)
        return code;
    for (i = 0; i < sizeof sent; i++)
        difference |= sent[i] ^ received[i];
    return difference;
}

int main(void)
{
    struct hardware hardware = {0, 0};
    int attempt, code = VECTRU_ERROR_RANDOM;
    rng_enable();
    /* A generator may fail when the device starts. A product would also count failures. */
    for (attempt = 0; attempt < 5 && code == VECTRU_ERROR_RANDOM; attempt++)
        code = exchange(&hardware);
    end(code);
}
