/** The TERM of our terminals; variables that describe another terminal are not passed on. */
export const terminalName = 'xterm-256color';
