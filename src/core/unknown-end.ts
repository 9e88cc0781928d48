/** The message for a process whose exit status was collected by somebody else: the system reports it only once. */
export const unknownEnd = 'the system does not tell how it ended';
