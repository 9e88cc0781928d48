import type { FactBook } from '../fact-book.ts';
import { type Scope, undecodable } from '../paths/scope.ts';
import { canReachSecret, inUnknownFolder, isRelativeWildcard } from '../paths/touch.ts';
import { vetoesOf } from '../programs/vetoes.ts';
import { ask, type Ruling } from '../ruling.ts';
import { type Step, textOf } from '../shell/arg.ts';
import { secretWord } from './word-problems.ts';

/** A word as the program gets it, and whether it comes from a wildcard; the text is null if it is unknown. */
interface Word {
  readonly text: string | null;
  readonly isWild: boolean;
  readonly isUndecodable?: boolean;
}

/** The words of a step in one folder with wildcards expanded; null if they match too many paths. */
function wordsIn(step: Step, cwd: string, book: FactBook): readonly Word[] | null {
  const words: Word[] = [];
  for (const arg of step.args) {
    if (arg.kind !== 'glob') {
      words.push({ text: textOf(arg), isWild: false });
      continue;
    }
    const found = book.expand(arg, cwd);
    if (found === null) return null;
    if (found.length === 0) words.push({ text: arg.literal, isWild: false });
    for (const { given, path } of found)
      words.push({ text: given, isWild: true, isUndecodable: path.isUndecodable === true });
  }
  return words;
}

/** The words of a step with wildcards expanded, for each of its folders; null if they cannot be known. */
export function expansionsOf(
  step: Step,
  book: FactBook,
): readonly { readonly cwd: string; readonly words: readonly Word[] | null }[] {
  if (!step.args.some((arg) => arg.kind === 'glob')) return [];
  return (step.cwds ?? []).map((cwd) => ({ cwd, words: wordsIn(step, cwd, book) }));
}

/** What a rule that allows a command by its words cannot have meant: files whose names are programs or hold secrets. */
export function wildcardRulings(step: Step, base: string, scope: Scope): readonly Ruling[] {
  if (step.cwds === null && step.args.some((arg) => arg.kind === 'glob' && isRelativeWildcard(arg)))
    return [ask(inUnknownFolder)];
  return expansionsOf(step, scope.book).flatMap(({ cwd, words }): readonly Ruling[] => {
    if (words === null) {
      const isRisky = step.args.some((arg) => arg.kind === 'glob' && canReachSecret(arg));
      return isRisky ? [ask('its wildcards reach too many files to look at')] : [];
    }
    const args = words.slice(1);
    const vetoes = vetoesOf(
      base,
      args.map(({ text }) => text ?? ''),
      step.piped,
    );
    if (vetoes.never !== null) return [ask(vetoes.never)];
    return args.flatMap(({ text, isWild, isUndecodable }, index) => {
      if (text === null || !isWild) return [];
      if (isUndecodable === true) return [ask(undecodable(text))];
      if (vetoes.words.has(index)) return [ask(`the file "${text}" would choose or carry a program`)];
      return secretWord(scope, text, cwd) ?? [];
    });
  });
}
