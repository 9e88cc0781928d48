/** Bytes that Linux takes of one argument or variable: 32 pages of 4 KiB without the NUL at the end (MAX_ARG_STRLEN, execve(2)). */
export const longestArgument = 131_071;
