/* path1 trace: traces as text, and from memory images. */
#ifndef FRONTEND_TRACE_H
#define FRONTEND_TRACE_H

int command_trace_asm(int argc, char **argv);
int command_trace_disasm(int argc, char **argv);
int command_trace_dma(int argc, char **argv);

#endif
