/** Summary of `process attach`, in the help of both pages. */
export const attachSummary = 'Show a session’s live terminal to a person; C-\\ detaches';
