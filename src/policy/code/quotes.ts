import type { Quote } from './language.ts';

/** Quotes that several languages share. */
export const quoted: readonly Quote[] = [{ open: /(["'])/y }];
export const spanning: readonly Quote[] = [{ open: /(["'])/y, spans: true }];
export const backtick: Quote = { open: /(`)/y, spans: true, runs: true };

/** Interpolation by sigils: `$x`, `${x}`, `{$x}`, `$x[0]`, `$x{k}`, `@x`, `@{[ … ]}`, `${\ … }`. */
export const sigils = {
  opening: /^[^']*$/,
  part: /\{(\$[A-Za-z_]\w*(?:\[[^\][]{0,100}\])?)\}|([$@][A-Za-z_]\w*(?:\[[^\][]{0,100}\]|\{["']?\w{1,100}["']?\})?)|\$\{(\w{1,100})\}|@\{(\[[^\]]{1,200}\])\}|\$\{\\([^{}]{1,200})\}/g,
};
