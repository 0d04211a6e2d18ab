/* A plugin for qemu-system-arm that counts what each call of a function executes.
 *
 * Version 1 of the plugin interface; one core, guests for Armv7-M. counts.py builds it and names
 * its arguments:
 *
 *   start=ADDRESS  the function, whose first instruction pushes registers
 *   flash=BYTES    the bytes of flash, from address 0
 *   stack=ADDRESS  the end of what is not stack, in memory that the stack grows towards
 *   out=FILE       where the counts go
 *
 * A call ends when the instruction behind the BL or BLX that made it runs. For each call the file
 * gets lines in hexadecimal digits:
 *
 *   stack BYTES                     below the stack pointer at the entry, callees included
 *   block START END TIMES LEFT      a block: how often it ran, and how often another block than the
 *                                   next one in memory ran after it
 *   flash ADDRESS                   a word of flash that was read as data
 *   end
 */
#include "plugin.h"

/* A translated block. Translations are never freed: one that is made again is a second block. */
struct block {
    uint64_t start, end, times, left;
    bool calls;
    struct block *next;
};

/* An instruction that accesses memory. */
struct site {
    uint64_t pc;
};

static uint64_t start, flash_bytes, stack_end, return_address, entry_pointer, lowest;
static bool counting;
static struct block *blocks, *last;
static uint8_t *flash_words;
static FILE *out;

static void begin(void)
{
    struct block *block;
    if (!last || !last->calls) {
        fputs("cortex-m: expected a call by BL or BLX\n", stderr);
        exit(1);
    }
    return_address = last->end;
    for (block = blocks; block; block = block->next)
        block->times = block->left = 0;
    memset(flash_words, 0, flash_bytes / 4);
    entry_pointer = 0;
    lowest = UINT64_MAX;
    last = NULL;
    counting = true;
}

static void end(void)
{
    struct block *block;
    uint64_t word;
    fprintf(out, "stack %llx\n", (unsigned long long)(entry_pointer - lowest));
    for (block = blocks; block; block = block->next)
        if (block->times)
            fprintf(out, "block %llx %llx %llx %llx\n", (unsigned long long)block->start,
                    (unsigned long long)block->end, (unsigned long long)block->times,
                    (unsigned long long)block->left);
    for (word = 0; word < flash_bytes / 4; word++)
        if (flash_words[word])
            fprintf(out, "flash %llx\n", (unsigned long long)(4 * word));
    fputs("end\n", out);
    fflush(out);
    counting = false;
}

static void on_block(unsigned cpu, void *data)
{
    struct block *block = data;
    (void)cpu;
    if (!counting && block->start == start)
        begin();
    else if (counting && last && last->end != block->start)
        last->left++;
    if (counting && block->start == return_address)
        end();
    block->times++;
    last = block;
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    const struct site *site = data;
    uint64_t after = address + (1u << qemu_plugin_mem_size_shift(info));
    (void)cpu;
    if (!counting)
        return;
    if (site->pc == start && after > entry_pointer)
        entry_pointer = after;
    if (address >= stack_end && address < lowest)
        lowest = address;
    if (address < flash_bytes && !qemu_plugin_mem_is_store(info))
        flash_words[address / 4] = 1;
}

/* Returns true for the bytes, 2 or 4, of BL or of BLX with a register. */
static bool is_call(const uint8_t *bytes, size_t size)
{
    unsigned first = bytes[0] | bytes[1] << 8;
    unsigned second = size == 4 ? bytes[2] | bytes[3] << 8 : 0;
    return size == 4 ? (first & 0xf800) == 0xf000 && (second & 0xd000) == 0xd000 : (first & 0xff87) == 0x4780;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *translated)
{
    size_t i, count = qemu_plugin_tb_n_insns(translated);
    struct block *block = allocate(sizeof *block);
    (void)id;
    for (i = 0; i < count; i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(translated, i);
        struct site *site = allocate(sizeof *site);
        site->pc = qemu_plugin_insn_vaddr(instruction);
        if (i == 0)
            block->start = site->pc;
        block->end = site->pc + qemu_plugin_insn_size(instruction);
        block->calls = is_call(qemu_plugin_insn_data(instruction), qemu_plugin_insn_size(instruction));
        qemu_plugin_register_vcpu_mem_cb(instruction, on_access, NO_REGISTERS, READS_AND_WRITES, site);
    }
    block->next = blocks;
    blocks = block;
    qemu_plugin_register_vcpu_tb_exec_cb(translated, on_block, NO_REGISTERS, block);
}

__attribute__((visibility("default")))
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    const struct argument known[] = {
        { "start", .number = &start },
        { "flash", .number = &flash_bytes },
        { "stack", .number = &stack_end },
        { "out", .file = &out },
        { 0 },
    };
    (void)info;
    if (!read_arguments(known, argc, argv) || !out || !start)
        return -1;
    flash_words = allocate(flash_bytes / 4 + 1);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    return 0;
}
