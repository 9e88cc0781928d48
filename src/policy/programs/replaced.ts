import type { Candidate, Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { forms } from './carrier-forms.ts';
import { withoutInner } from './inner-command.ts';
import { optionValue } from './option-value.ts';

/** The words up to the command that `xargs` starts. */
function ownWords(words: Words): Words {
  const at = words.findIndex((word) => word !== null && /^g?xargs$/.test(baseName(word)));
  const form = forms().xargs;
  if (at === -1 || form === undefined) return words;
  return [...words.slice(0, at), ...withoutInner(form, words.slice(at))];
}

/** The mark that `xargs` replaces by what it reads: `-I X`, `-rIX`, GNU's `-iX` and `--replace=X`; null for none. */
export function replacedBy(words: Words): string | null {
  return markIn(words)?.mark ?? null;
}

/** The mark, and the index of the last word of the option that sets it. */
function markIn(words: Words): { readonly mark: string; readonly last: number } | null {
  for (const [index, word] of ownWords(words).entries()) {
    const attached = /^(?:-[0oprtx]*i|-[0oprtx]*I(?=.)|--rep\w*(?:=|$))(.*)/s.exec(word ?? '')?.[1];
    const mark = attached ?? optionValue(word ?? '', words[index + 1], ['-I']);
    const isApart = attached === undefined && /^-\w*I$/.test(word ?? '');
    if (mark !== null) return { mark: mark || '{}', last: index + (isApart ? 1 : 0) };
  }
  return null;
}

/** Replaces the mark in each word behind the option that sets it. */
export function withReplaced(words: Words, by: (word: string, mark: string) => Candidate): Words {
  const { mark = '{}', last = 0 } = markIn(words) ?? {};
  return words.map((word, index) => (word === null || index <= last ? word : by(word, mark)));
}

/** The command that `xargs` starts with null for each word that is the mark; where others contain it, also one with null for those. */
export function withoutReplaced(inner: Words, xargs: Words): readonly Words[] {
  const mark = replacedBy(xargs) ?? '{}';
  const plain = inner.map((word) => (word === mark || word === '{}' ? null : word));
  const isChanged = (word: Candidate) => word?.includes(mark) === true;
  return plain.slice(1).some(isChanged)
    ? [plain, plain.map((word, index) => (index > 0 && isChanged(word) ? null : word))]
    : [plain];
}
