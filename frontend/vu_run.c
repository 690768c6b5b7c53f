/* path1 vu run: executes microprograms. */
#include "vu_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "report.h"

static const char help[] =
    "Usage: path1 vu run --micro M.bin [OPTION]...\n"
    "Executes a VU microprogram with exact floats, flags and cycles, and prints the registers at the end.\n"
    "M.bin goes to micro memory from address 0 on: 8 bytes a pair, lower word first, little endian.\n\n"
    "  --mem IN.bin       data memory from address 0 on; the rest is 0\n"
    "  --run SPEC         a run; may be given several times, the state stays from run to run. SPEC is\n"
    "                     start=HEX,top=N,itop=N (a byte address, and what XTOP and XITOP read; each may\n"
    "                     be left out), or cont,top=N,itop=N to go on where the last run ended. Without\n"
    "                     this option there is one run from address 0\n"
    "  --set REG=VALUE    a register before the first run; may be given several times.\n"
    "                     vf1..vf31 and acc take four words x,y,z,w, q p i r one: eight hexadecimal digits,\n"
    "                     one to eight after 0x, or a decimal number with a point. vi1..vi15, status, mac\n"
    "                     and clip take hexadecimal digits\n"
    "  --max-cycles N     end a run that takes longer, with exit status 1; 10000000 without this option\n"
    "  --unit vu0|vu1     VU1 without this option. VU0 has 4 KiB memories, no EFU and no XGKICK\n"
    "  --out PREFIX       write PREFIX.mem.bin, data memory at the end, and PREFIX.kickN.bin, the packet "
    "that\n"
    "                     the Nth XGKICK sent, from 0\n"
    "  --trace            print a line for every pair: cycle, address, cycles waited, both instructions, "
    "what\n"
    "                     changed. On standard error with --json\n"
    "  --json             print one JSON object instead of text\n"
    "  -h, --help         print this\n\n"
    "Cycles count from 1, in which the first pair issues, to that in which the last one does; flushed, "
    "until\n"
    "every result is usable. A packet without EOP is cut where data memory comes round.\n";

enum { MAX_RUNS = 4096, MAX_SETS = 4096, MAX_KICKS = 65536 };

/* One execution of the command. */
struct job {
    const struct vu_run_input *input;
    struct vu_run_result result;
    size_t run;
    bool too_many_kicks, write_failed;
};

/* ---- running ---- */

static uint32_t on_kick(void *user, struct vu *vu, uint32_t address, uint64_t cycle)
{
    struct job *job = user;
    struct vu_run_result *result = &job->result;
    if (result->kick_count == MAX_KICKS) {
        job->too_many_kicks = true;
        return 0;
    }
    if (result->kick_count == result->kick_room) {
        result->kick_room = result->kick_room ? 2 * result->kick_room : 16;
        result->kicks = reallocate(result->kicks, result->kick_room, sizeof *result->kicks);
    }
    uint32_t bytes = vu_packet_bytes(vu, address);
    if (job->input->prefix && !job->write_failed) {
        char *path = format_text("%s.kick%zu.bin", job->input->prefix, result->kick_count);
        job->write_failed = !vu_run_write_memory(path, vu, address, bytes);
        free(path);
    }
    result->kicks[result->kick_count++] = (struct vu_run_kick){job->run, address, bytes, cycle};
    return 0;
}

/* One run. False: it did not end. */
static bool run_once(struct job *job, struct vu *vu, const struct vu_run_start *start)
{
    struct vu_registers registers;
    struct vu_run *run = &job->result.runs[job->run];
    vu_get_registers(vu, &registers);
    vu_set_top(vu, start->has_top ? start->top : registers.top,
               start->has_itop ? start->itop : registers.itop);
    if (start->goes_on)
        vu_continue(vu);
    else
        vu_start(vu, start->start);
    enum vu_stop stop = vu_run(vu, job->input->max_cycles, run);
    job->result.run_count = job->run + 1;
    if (stop == VU_STOP_END)
        return true;
    report("vu run: run %zu did not end within %" PRIu64 " cycles; it is at 0x%04" PRIx32, job->run,
           job->input->max_cycles, run->end_pc);
    return false;
}

static bool run_all(struct job *job, struct vu *vu)
{
    bool good = true;
    for (job->run = 0; good && job->run < job->input->start_count; job->run++)
        good = run_once(job, vu, &job->input->starts[job->run]);
    if (job->too_many_kicks) {
        report("vu run: only the first %d packets are kept", MAX_KICKS);
        good = false;
    }
    if (job->input->prefix && !job->write_failed) {
        char *path = format_text("%s.mem.bin", job->input->prefix);
        job->write_failed = !vu_run_write_memory(path, vu, 0, vu_memory_size(vu));
        free(path);
    }
    return good && !job->write_failed;
}

static int execute(const struct vu_run_input *input, struct vu *vu)
{
    struct job job = {.input = input};
    struct vu_run_trace *trace = NULL;
    const struct vu_port port = {.user = &job, .xgkick = on_kick};
    job.result.runs = reallocate(NULL, input->start_count, sizeof *job.result.runs);
    vu_set_port(vu, &port);
    if (input->trace) {
        trace = reallocate(NULL, 1, sizeof *trace);
        trace->to = input->json ? stderr : stdout;
        vu_run_trace_begin(trace, vu);
        vu_observe(vu, vu_run_trace_step, trace);
    }
    bool good = run_all(&job, vu);
    vu_get_registers(vu, &job.result.registers);
    if (input->json)
        vu_run_print_json(&job.result);
    else
        vu_run_print_text(&job.result);
    free(trace);
    free(job.result.runs);
    free(job.result.kicks);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the command line ---- */

static bool parse_unit(const char *text, enum vu_unit *out)
{
    if (strcmp(text, "vu0") == 0)
        *out = VU_UNIT_0;
    else if (strcmp(text, "vu1") == 0)
        *out = VU_UNIT_1;
    else {
        report("vu run: --unit takes vu0 or vu1, not '%s'", text);
        return false;
    }
    return true;
}

/* Texts of an option that may be repeated. */
struct list {
    char **text;
    size_t count;
};

static bool add_text(struct list *list, const char *option, size_t most)
{
    if (list->count == most) {
        report("vu run: more than %zu times %s", most, option);
        return false;
    }
    list->text = reallocate(list->text, list->count + 1, sizeof *list->text);
    list->text[list->count++] = optarg;
    return true;
}

enum {
    OPTION_MICRO = 256,
    OPTION_MEM,
    OPTION_RUN,
    OPTION_SET,
    OPTION_MAX,
    OPTION_UNIT,
    OPTION_OUT,
    OPTION_TRACE,
    OPTION_JSON
};

/* EXIT_SUCCESS: go on with `input`; -1: help was printed; else the exit status. */
static int parse_options(int argc, char **argv, struct vu_run_input *input, struct list *runs,
                         struct list *sets)
{
    static const struct option names[] = {
        {"micro", required_argument, NULL, OPTION_MICRO},
        {"mem", required_argument, NULL, OPTION_MEM},
        {"run", required_argument, NULL, OPTION_RUN},
        {"set", required_argument, NULL, OPTION_SET},
        {"max-cycles", required_argument, NULL, OPTION_MAX},
        {"unit", required_argument, NULL, OPTION_UNIT},
        {"out", required_argument, NULL, OPTION_OUT},
        {"trace", no_argument, NULL, OPTION_TRACE},
        {"json", no_argument, NULL, OPTION_JSON},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        bool good = true;
        switch (option) {
        case OPTION_MICRO:
            input->micro = optarg;
            break;
        case OPTION_MEM:
            input->mem = optarg;
            break;
        case OPTION_RUN:
            good = add_text(runs, "--run", MAX_RUNS);
            break;
        case OPTION_SET:
            good = add_text(sets, "--set", MAX_SETS);
            break;
        case OPTION_MAX:
            good = option_number(argv[0], "--max-cycles", optarg, 1, 1000000000000, &input->max_cycles);
            break;
        case OPTION_UNIT:
            good = parse_unit(optarg, &input->unit);
            break;
        case OPTION_OUT:
            input->prefix = optarg;
            break;
        case OPTION_TRACE:
            input->trace = true;
            break;
        case OPTION_JSON:
            input->json = true;
            break;
        case 'h':
            fputs(help, stdout);
            return -1;
        default:
            return EXIT_USAGE;
        }
        if (!good)
            return EXIT_USAGE;
    }
    return EXIT_SUCCESS;
}

/* What is left to check when all options are known. */
static bool complete(int argc, char **argv, struct vu_run_input *input, const struct list *runs)
{
    if (optind < argc) {
        report("%s: '%s' is no option; see path1 vu run --help", argv[0], argv[optind]);
        return false;
    }
    if (!input->micro) {
        report("%s: which program? --micro is needed; see path1 vu run --help", argv[0]);
        return false;
    }
    input->start_count = runs->count ? runs->count : 1;
    input->starts = reallocate(NULL, input->start_count, sizeof *input->starts);
    input->starts[0] = (struct vu_run_start){0};
    for (size_t i = 0; i < runs->count; i++)
        if (!vu_run_parse_start(runs->text[i], input->unit, &input->starts[i]))
            return false;
    return true;
}

static int prepare_and_execute(const struct vu_run_input *input, const struct list *sets)
{
    struct vu *vu = vu_create(input->unit);
    if (!vu) {
        report("out of memory");
        return EXIT_FAILURE;
    }
    struct vu_registers registers;
    vu_get_registers(vu, &registers);
    int status = EXIT_SUCCESS;
    for (size_t i = 0; i < sets->count && status == EXIT_SUCCESS; i++)
        status = vu_run_parse_set(sets->text[i], &registers) ? EXIT_SUCCESS : EXIT_USAGE;
    vu_set_registers(vu, &registers);
    if (status == EXIT_SUCCESS)
        status = vu_run_load(vu, input) ? execute(input, vu) : EXIT_FAILURE;
    vu_destroy(vu);
    return status;
}

int command_vu_run(int argc, char **argv)
{
    struct vu_run_input input = {.unit = VU_UNIT_1, .max_cycles = 10000000};
    struct list runs = {0}, sets = {0};
    optind = 1;
    int status = parse_options(argc, argv, &input, &runs, &sets);
    if (status == EXIT_SUCCESS)
        status = complete(argc, argv, &input, &runs) ? prepare_and_execute(&input, &sets) : EXIT_USAGE;
    free(input.starts);
    free(runs.text);
    free(sets.text);
    return status < 0 ? EXIT_SUCCESS : status;
}
