/* A plugin for qemu-aarch64 that compares traces: every executed block and every address.
 *
 * Version 1 of the plugin interface; user-mode emulation, guests for AArch64. The guest marks
 * traces by stores to an array, as tools/assurance/traces/src/aarch64.rs says. The first trace
 * of an operation is recorded, the others are compared with it. Arguments, as tools/run
 * test-traces --neon names them:
 *
 *   marks=ADDRESS  the array, as the file states its address
 *   base=ADDRESS   the first executable segment, as the file states it
 *
 * Lines on standard error, with addresses as the file states them:
 *
 *   different block|address in operation K after PC    the first difference of a trace
 *   division PC                                        one that was executed in a trace
 *   traces T instructions N differences D
 */
#include "plugin.h"

enum { MARKS = 64 };

/* A recorded trace. */
struct trace {
    uint64_t *words;
    size_t length, room;
    bool recorded;
};

/* A translated block or instruction. Translations are never freed. */
struct site {
    uint64_t pc, instructions;
    bool executed;
    struct site *next;
};

static struct trace traces[MARKS];
static struct trace *current;
static struct site *divisions;
static uint64_t marks, base, bias, last, executed, traced, differences;
static size_t at;
static bool placed, comparing, differs;

static void event(const char *kind, uint64_t word, uint64_t pc)
{
    if (!comparing) {
        if (current->length == current->room) {
            current->room = current->room ? 2 * current->room : 1 << 16;
            current->words = realloc(current->words, current->room * sizeof *current->words);
            if (!current->words)
                abort();
        }
        current->words[current->length++] = word;
        return;
    }
    if (differs)
        return;
    if (at < current->length && current->words[at] == word) {
        at++;
        return;
    }
    differs = true;
    differences++;
    fprintf(stderr, "different %s in operation %ld after %llx\n", kind, (long)(current - traces) - 1,
            (unsigned long long)pc);
}

static void on_mark(size_t entry)
{
    size_t k;
    if (entry == MARKS - 1) {
        for (k = 0; k < MARKS; k++)
            traces[k].length = traces[k].recorded = 0;
    } else if (entry == 0 && current) {
        /* No trace is shorter than the first. */
        if (comparing && !differs && at != current->length)
            event("block", 0, last);
        current->recorded = true;
        current = NULL;
    } else if (entry != 0) {
        current = &traces[entry];
        comparing = current->recorded;
        at = 0;
        differs = false;
        traced++;
    }
}

static void on_block(unsigned cpu, void *data)
{
    const struct site *site = data;
    (void)cpu;
    if (!current)
        return;
    event("block", site->pc, last);
    last = site->pc;
    executed += site->instructions;
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    const struct site *site = data;
    (void)cpu;
    if (address - bias - marks < MARKS * 8 && qemu_plugin_mem_is_store(info))
        on_mark((address - bias - marks) / 8);
    else if (current)
        event("address", address, site->pc);
}

static void on_division(unsigned cpu, void *data)
{
    struct site *site = data;
    (void)cpu;
    site->executed |= current != NULL;
}

/* Returns true for divisions and square roots, of integers, of floating-point numbers and of
 * vectors of these. */
static bool is_division(uint32_t opcode)
{
    return (opcode & 0x7fe0f800u) == 0x1ac00800u || (opcode & 0xff20fc00u) == 0x1e201800u ||
           (opcode & 0xff3ffc00u) == 0x1e21c000u || (opcode & 0xbfa0fc00u) == 0x2e20fc00u ||
           (opcode & 0xbfbffc00u) == 0x2ea1f800u;
}

static struct site *new_site(uint64_t pc)
{
    struct site *site = allocate(sizeof *site);
    site->pc = pc;
    return site;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *translated)
{
    size_t i, count = qemu_plugin_tb_n_insns(translated);
    struct site *block = NULL;
    (void)id;
    if (!placed)
        bias = qemu_plugin_start_code() - base;
    placed = true;
    for (i = 0; i < count; i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(translated, i);
        struct site *site = new_site(qemu_plugin_insn_vaddr(instruction) - bias);
        uint32_t opcode;
        memcpy(&opcode, qemu_plugin_insn_data(instruction), sizeof opcode);
        qemu_plugin_register_vcpu_mem_cb(instruction, on_access, NO_REGISTERS, READS_AND_WRITES, site);
        if (is_division(opcode)) {
            site->next = divisions;
            divisions = site;
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_division, NO_REGISTERS, site);
        }
        if (i == 0)
            block = new_site(site->pc);
    }
    if (block) {
        block->instructions = count;
        qemu_plugin_register_vcpu_tb_exec_cb(translated, on_block, NO_REGISTERS, block);
    }
}

static void on_end(qemu_plugin_id_t id, void *data)
{
    const struct site *site;
    (void)id;
    (void)data;
    for (site = divisions; site; site = site->next)
        if (site->executed)
            fprintf(stderr, "division %llx\n", (unsigned long long)site->pc);
    fprintf(stderr, "traces %llu instructions %llu differences %llu\n", (unsigned long long)traced,
            (unsigned long long)executed, (unsigned long long)differences);
}

__attribute__((visibility("default")))
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    const struct argument known[] = {
        { "marks", .number = &marks },
        { "base", .number = &base },
        { 0 },
    };
    (void)info;
    if (!read_arguments(known, argc, argv) || !marks)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_end, NULL);
    return 0;
}
