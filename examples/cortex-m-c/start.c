/* The start of the device: the table of vectors, of which the first two entries are used, and the
 * memory of the program's variables. A product has the ones of its vendor. */
#include <stdint.h>

extern uint32_t data_start[], data_end[], data_values[], bss_start[], bss_end[], stack_top[];

int main(void);
void reset(void);

void reset(void)
{
    uint32_t *word, *value = data_values;
    for (word = data_start; word < data_end; word++)
        *word = *value++;
    for (word = bss_start; word < bss_end; word++)
        *word = 0;
    main();
    for (;;)
        ;
}

/* Stays, as a fault has no handler. */
static void fault(void)
{
    for (;;)
        ;
}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
    (uintptr_t)stack_top, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault,
    (uintptr_t)fault,     (uintptr_t)fault, (uintptr_t)fault,
};
