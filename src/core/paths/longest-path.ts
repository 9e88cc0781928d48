/** Characters of the longest path that a system call takes; a longer one cannot be opened. */
export const longestPath = 4096;
