import { wrongField } from '../../core/failure.ts';
import { encodeText } from '../../core/text/utf8.ts';

const start = '\x1b[200~';
const end = '\x1b[201~';

/**
 * Control characters on which a terminal may act before the program reads them. One that sends a signal also drops the start
 * of the paste, and the rest would be typed.
 */
const acted = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

function refuse(problem: string): never {
  throw wrongField('text', problem);
}

/**
 * What a terminal sends for pasted text: a carriage return per line end and, with `bracketed`, marks around it that keep the
 * program from reading them as Enter. Throws `invalid_input` for text that would end such a paste early.
 */
export function encodePaste(text: string, bracketed: boolean): Uint8Array {
  const sent = pastedText(text);
  if (!bracketed) return encodeText(sent);
  if (text.includes(end)) refuse('holds the mark that ends a bracketed paste');
  if (acted.test(text)) refuse('holds control characters, which end a bracketed paste; send-keys sends them');
  return encodeText(start + sent + end);
}

/** Pasted text as the program reads it. */
export function pastedText(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r');
}
