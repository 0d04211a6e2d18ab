/* The board: an STM32F405, whose clock of 48 MHz for the generator (PLLQ) the program has set. */
#define REGISTER(address) (*(volatile uint32_t *)(address))
#define RCC_AHB2ENR REGISTER(0x40023834)
#define RNG_CR REGISTER(0x50060800)
#define RNG_SR REGISTER(0x50060804)
#define RNG_DR REGISTER(0x50060808)

/* DRDY; CECS and CEIS; SECS and SEIS. */
#define RNG_READY 0x01u
#define RNG_CLOCK_ERROR 0x22u
#define RNG_SEED_ERROR 0x44u

static void rng_enable(void) { RCC_AHB2ENR |= 1u << 6; }

static uint32_t rng_status(void) { return RNG_SR; }

static uint32_t rng_data(void) { return RNG_DR; }

/* Clears the flags of errors, and disables and enables the generator. */
static void rng_restart(void)
{
    RNG_SR = 0;
    RNG_CR = 0;
    RNG_CR = 1u << 2;
}

/* Ends the example: a product would use the secret, or report the error, and go on. */
static _Noreturn void end(int code)
{
    (void)code;
    for (;;)
        __asm__ volatile("wfi");
}
