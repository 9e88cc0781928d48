/** Control characters of ASCII (ECMA-48) as bytes; in UTF-8 none is part of another character. */
export const BACKSPACE = 0x08;
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SHIFT_OUT = 0x0e;
export const SHIFT_IN = 0x0f;
export const ESC = 0x1b;
