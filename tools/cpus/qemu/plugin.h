/* What the plugins of qemu in this folder share: the functions of version 1 of its plugin
 * interface, whose header no package of Debian has, and the arguments of a plugin. Each plugin
 * includes this file once, since it states the version. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { NO_REGISTERS = 0, READS_AND_WRITES = 3 };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int, void *);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int, void *);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *,
                                      void (*)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *), int, int, void *);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
uint64_t qemu_plugin_start_code(void);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

/* Returns zeroed memory. Plugins never free what they attach to a translation. */
static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

/* An argument of the form NAME=VALUE: a number, or a file that is opened for writing. */
struct argument {
    const char *name;
    uint64_t *number;
    FILE **file;
};

/* Reads the arguments of a plugin. `known` ends with an argument without a name. Returns false if
 * an argument is unknown or has no value. */
static bool read_arguments(const struct argument *known, int count, char **arguments)
{
    for (; count > 0; count--, arguments++) {
        char *value = strchr(*arguments, '=');
        const struct argument *argument = known;
        if (!value)
            return false;
        *value++ = 0;
        while (argument->name && strcmp(argument->name, *arguments))
            argument++;
        if (!argument->name)
            return false;
        if (argument->number)
            *argument->number = strtoull(value, NULL, 0);
        else
            *argument->file = fopen(value, "wb");
    }
    return true;
}
