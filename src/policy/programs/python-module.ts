import type { Words } from '../rules/pattern.ts';

/** A module that python is told to run by its name. */
interface PythonModule {
  readonly name: string;
  /** Where the option stands that tells it. */
  readonly at: number;
  /** The words that it is given. */
  readonly words: Words;
}

/** The module of `python -m NAME WORDS`, `-mNAME` or `-Bm NAME`, by the words behind the program; null without one. */
export function pythonModule(given: Words): PythonModule | null {
  const at = given.findIndex((word) => /^-[A-Za-z]*m/.test(word ?? ''));
  if (at === -1) return null;
  const attached = (given[at] ?? '').replace(/^-[A-Za-z]*?m/, '');
  const isApart = attached === '';
  return {
    name: isApart ? (given[at + 1] ?? '') : attached,
    at,
    words: given.slice(at + (isApart ? 2 : 1)),
  };
}
