/** Control characters of ASCII (ECMA-48) as bytes; in UTF-8 none is part of another character. */
export const BACKSPACE = 0x08;
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const ESC = 0x1b;
