/** Characters of the longest path a system takes in one call; a longer one opens nothing. */
export const longestPath = 4096;
