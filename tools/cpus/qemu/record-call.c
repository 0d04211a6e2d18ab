/* A plugin for qemu-aarch64 that records the instructions of one call of a function.
 *
 * Version 1 of the plugin interface; user-mode emulation, guests for AArch64. trace.py builds it
 * and names its arguments:
 *
 *   start=ADDRESS  the function, as its file states the address
 *   base=ADDRESS   the first executable segment, as the file states it
 *   call=N         the call to record
 *   out=FILE       where the records go
 *
 * A call ends at the return that matches its entry: BL and BLR add one to a depth, RET takes one
 * off. The guest ends with it. A record is 32 bytes, little-endian: struct record, as trace.py
 * reads it.
 */
#include <unistd.h>

#include "plugin.h"

struct record {
    uint64_t pc;
    uint32_t opcode, accesses;
    uint64_t address;
    uint32_t bytes, store;
};

/* A translated instruction. Translations are never freed. */
struct site {
    uint64_t pc;
    uint32_t opcode;
};

static uint64_t start, base, bias, wanted = 1, calls;
static bool placed, tracing, pending;
static long depth;
static FILE *out;
static struct record record;

static void flush(void)
{
    if (pending)
        fwrite(&record, sizeof record, 1, out);
    pending = false;
}

static bool is_call(uint32_t opcode)
{
    return (opcode & 0xfc000000u) == 0x94000000u || (opcode & 0xfffffc1fu) == 0xd63f0000u;
}

static bool is_return(uint32_t opcode)
{
    return (opcode & 0xfffffc1fu) == 0xd65f0000u || opcode == 0xd61f03c0u;
}

static void on_instruction(unsigned cpu, void *data)
{
    const struct site *site = data;
    (void)cpu;
    if (!tracing) {
        if (site->pc != start || ++calls != wanted)
            return;
        tracing = true;
    }
    flush();
    if (depth < 0) {
        if (fclose(out) == 0)
            fputs("cortex-a72: complete\n", stderr);
        _exit(0);
    }
    record = (struct record){ .pc = site->pc, .opcode = site->opcode };
    pending = true;
    depth += is_call(site->opcode) - is_return(site->opcode);
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    (void)cpu;
    (void)data;
    if (!tracing || !pending)
        return;
    if (record.accesses == 0 || address < record.address)
        record.address = address;
    record.accesses++;
    record.bytes += 1u << qemu_plugin_mem_size_shift(info);
    record.store |= qemu_plugin_mem_is_store(info);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    size_t i, count = qemu_plugin_tb_n_insns(block);
    (void)id;
    if (!placed)
        bias = qemu_plugin_start_code() - base;
    placed = true;
    for (i = 0; i < count; i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        struct site *site = allocate(sizeof *site);
        site->pc = qemu_plugin_insn_vaddr(instruction) - bias;
        memcpy(&site->opcode, qemu_plugin_insn_data(instruction), sizeof site->opcode);
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_instruction, NO_REGISTERS, site);
        qemu_plugin_register_vcpu_mem_cb(instruction, on_access, NO_REGISTERS, READS_AND_WRITES, site);
    }
}

__attribute__((visibility("default")))
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    const struct argument known[] = {
        { "start", .number = &start },
        { "base", .number = &base },
        { "call", .number = &wanted },
        { "out", .file = &out },
        { 0 },
    };
    (void)info;
    if (!read_arguments(known, argc, argv) || !out || !start || !wanted)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    return 0;
}
