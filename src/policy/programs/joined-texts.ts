import { unknownPart, type Words } from '../rules/pattern.ts';
import { forms } from './carrier-forms.ts';
import { innerOf } from './inner-command.ts';

/** What `parallel` replaces by the words behind `:::`. */
const place = /\{[\d./%#]{0,4}\}/g;

function joined(words: Words): string {
  return words.filter((word) => word !== null).join(' ');
}

/** `watch` and `parallel` give the words of one command to a shell; what follows `:::` are its last words, or commands where it is none. */
export function joinedTexts(base: string, words: Words): readonly string[] {
  return innerOf(forms()[base] ?? {}, words).flatMap((inner) => {
    const at = inner.findIndex((word) => word !== null && /^:::\+?$/.test(word));
    const command = joined(at === -1 ? inner : inner.slice(0, at));
    if (at === -1) return [command];
    return inner.slice(at + 1).map((given) => {
      const last = given ?? unknownPart;
      const put = command.replace(place, () => last);
      return put === command ? `${command} ${last}`.trim() : put;
    });
  });
}
