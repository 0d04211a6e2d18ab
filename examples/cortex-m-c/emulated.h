/* The emulated board of the test. Its generator is NOT random: it has the registers of the
 * peripheral, and words that are the same in every run (Marsaglia's Xorshift, 2003). Each kind of
 * error occurs once, before the first key. */
#define RNG_READY 0x01u
#define RNG_CLOCK_ERROR 0x22u
#define RNG_SEED_ERROR 0x44u

static uint32_t rng_word = 0x9e3779b9, rng_reads, rng_restarts;

static void rng_enable(void) {}

static uint32_t rng_status(void)
{
    rng_reads++;
    switch (rng_restarts) {
    case 1:
        return 0x40;
    case 2:
        return 0x20;
    case 3: /* Nothing comes. */
        return 0;
    case 4: /* A word comes twice. */
        return RNG_READY;
    default:
        return rng_reads % 3 == 0 ? RNG_READY : 0;
    }
}

static uint32_t rng_data(void)
{
    if (rng_restarts != 4) {
        rng_word ^= rng_word << 13;
        rng_word ^= rng_word >> 17;
        rng_word ^= rng_word << 5;
    }
    return rng_word;
}

static void rng_restart(void) { rng_restarts++; }

/* Calls the emulator: semihosting of Arm. */
static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

/* Prints the result, and ends the emulation: SYS_WRITE0, then SYS_EXIT with its reason. */
static _Noreturn void end(int code)
{
    semihost(0x04, code ? "failed\n" : "both sides have the same secret\n");
    semihost(0x18, (const void *)(code ? 0x20023u : 0x20026u));
    for (;;)
        ;
}
