/** What is said of a process whose end somebody else was told of: the system names it once, to who asks first. */
export const unknownEnd = 'the system does not tell how it ended';
