import { dashed } from '../programs/old-options.ts';
import { optionValue } from '../programs/option-value.ts';
import type { Candidate } from '../rules/pattern.ts';
import { type CopyForm, copyForms, leftOut } from './copy-forms.ts';
import { placingOf } from './placed.ts';

/** What an operand reads: what a form says of it, or itself. */
function fileOf({ operand }: CopyForm, word: string): string | null {
  return operand === undefined ? word : (operand.exec(word)?.[1] ?? null);
}

/** The value right behind the last option of a cluster, as far as it is a path: `-sd@.env`. */
function gluedValue(word: string, options: readonly string[]): string | null {
  const [, letter, value] = /^-\w*(\w)([@./~].*)$/s.exec(word) ?? [];
  return letter !== undefined && value !== undefined && options.includes(`-${letter}`) ? value : null;
}

function has(given: readonly Candidate[], kind: RegExp): boolean {
  return given.some((word) => word !== null && kind.test(word));
}

/** Whether a form is about a call with these words. */
function isMeant({ under, unless }: CopyForm, given: readonly Candidate[]): boolean {
  return (
    (under === undefined || has(given.slice(0, 2), under)) && (unless === undefined || !has(given, unless))
  );
}

function filesOf(form: CopyForm, given: readonly Candidate[]): readonly string[] {
  if (!isMeant(form, given)) return [];
  const { options = [], value, valued = [], scripted } = form;
  const files: string[] = [];
  const operands: string[] = [];
  for (const [index, word] of given.entries()) {
    if (word === null) continue;
    const held = optionValue(word, given[index + 1], options);
    const whole = held ?? gluedValue(word, options);
    const file = whole === null || value === undefined ? whole : (value.exec(whole)?.[1] ?? null);
    if (file !== null) files.push(file);
    else if (!word.startsWith('-') && optionValue(given[index - 1] ?? '', word, valued) !== word)
      operands.push(word);
  }
  const { operandsFrom = null, operandsTo } = form;
  const hasScript = scripted !== undefined && !has(given, scripted);
  const from = operandsFrom === null ? operands.length : operandsFrom + (hasScript ? 1 : 0);
  return [...files, ...operands.slice(from, operandsTo).flatMap((word) => fileOf(form, word) ?? [])];
}

/** Files of this machine whose content a command puts or sends elsewhere, or shows, by the words behind its name. */
export function copiedFiles(base: string, given: readonly Candidate[]): readonly string[] {
  const valued = leftOut(base);
  const values = new Set(
    given.filter(
      (word, index) => word !== null && optionValue(given[index - 1] ?? '', word, valued) === word,
    ),
  );
  const placed = (placingOf(base, given)?.sources ?? []).filter((word) => !values.has(word));
  const found = [...placed, ...copyForms(base).flatMap((form) => filesOf(form, dashed(base, given)))];
  // What stands on another machine is named with it.
  return found.filter((file) => !/^[^/]*:/.test(file));
}
