/** What a terminal of ours calls itself; the variables that describe another one are not passed on. */
export const terminalName = 'xterm-256color';
