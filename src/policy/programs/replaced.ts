import type { Candidate } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { forms } from './carrier-forms.ts';
import { innerOf } from './inner-command.ts';
import { optionValue } from './option-value.ts';

/** The words of `xargs` before the command that it starts: that one may have options of the same names. */
function ownWords(words: readonly Candidate[]): readonly Candidate[] {
  const at = words.findIndex((word) => word !== null && /^g?xargs$/.test(baseName(word)));
  const form = forms().xargs;
  const [inner = []] = at === -1 || form === undefined ? [] : innerOf(form, words.slice(at));
  return words.slice(0, words.length - inner.length);
}

/** What `xargs` replaces by the words that it reads: BSD's and GNU's `-I X` and `-rIX`, GNU's `-iX` and `--replace=X`; null without. */
export function replacedBy(words: readonly Candidate[]): string | null {
  return markIn(words)?.mark ?? null;
}

/** The mark, and where it is told: by how many words up to which one. */
function markIn(words: readonly Candidate[]): { readonly mark: string; readonly last: number } | null {
  for (const [index, word] of ownWords(words).entries()) {
    const attached = /^(?:-[0oprtx]*i|-[0oprtx]*I(?=.)|--rep\w*(?:=|$))(.*)/s.exec(word ?? '')?.[1];
    const mark = attached ?? optionValue(word ?? '', words[index + 1], ['-I']);
    const isApart = attached === undefined && /^-\w*I$/.test(word ?? '');
    if (mark !== null) return { mark: mark || '{}', last: index + (isApart ? 1 : 0) };
  }
  return null;
}

/** The words with something in place of the mark, which stays where it is told. */
export function withReplaced(
  words: readonly Candidate[],
  by: (word: string, mark: string) => Candidate,
): readonly Candidate[] {
  const { mark = '{}', last = 0 } = markIn(words) ?? {};
  return words.map((word, index) => (word === null || index <= last ? word : by(word, mark)));
}

/** The words of what `xargs` starts, without those that it replaces, and where there are some without those that it changes. */
export function withoutReplaced(
  inner: readonly Candidate[],
  xargs: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const mark = replacedBy(xargs) ?? '{}';
  const plain = inner.map((word) => (word === mark || word === '{}' ? null : word));
  const isChanged = (word: Candidate) => word?.includes(mark) === true;
  return plain.slice(1).some(isChanged)
    ? [plain, plain.map((word, index) => (index > 0 && isChanged(word) ? null : word))]
    : [plain];
}
