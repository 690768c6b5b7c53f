/* The commands of the path1 program, one file each. Every one takes its own argv (argv[0] is the
 * command's name) and returns the exit status. */
#ifndef FRONTEND_COMMAND_H
#define FRONTEND_COMMAND_H

/* Exit statuses beside EXIT_SUCCESS and EXIT_FAILURE (1: the work failed). */
enum { EXIT_USAGE = 2 };

int command_bench(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_fpu(int argc, char **argv);
int command_hash(int argc, char **argv);
int command_info(int argc, char **argv);
int command_level(int argc, char **argv);
int command_list(int argc, char **argv);
int command_render(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_trace(int argc, char **argv);
int command_view(int argc, char **argv);
int command_vu(int argc, char **argv);

#endif
