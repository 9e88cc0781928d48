import type { Quote } from './language.ts';

/** Quotes that several languages share. */
export const quoted: readonly Quote[] = [{ open: /(["'])/y }];
export const spanning: readonly Quote[] = [{ open: /(["'])/y, spans: true }];
export const backtick: Quote = { open: /(`)/y, spans: true, runs: true };
