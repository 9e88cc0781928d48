import { dirname, isAbsolute } from 'node:path';
import { isControlFile } from '../paths/control-files.ts';
import { inUnknownFolder, type JudgedTouch, judgeReach } from '../paths/touch.ts';
import { foldPath } from '../paths/within.ts';
import { copiedFiles } from '../programs/copied.ts';
import { formFiles, writtenBy } from '../programs/written.ts';
import { ask, type Ruling } from '../ruling.ts';
import { type Folders, type Step, textArg, textOf } from '../shell/arg.ts';
import { expansionsOf, wildcardRulings } from './expanded.ts';
import { aliasRulings } from './git-alias.ts';
import { namedWords } from './named-words.ts';
import type { StepContext } from './step.ts';
import { opensFiles, secretWord } from './word-problems.ts';

/** Whether a word is an option without a value. */
function isPlainOption(word: string): boolean {
  return /^-[\w-]*$/.test(word);
}

/** Whether the last of some words is the name of what a program leaves out, alone or in one with its option. */
function isLeftOut(words: readonly (string | null)[]): boolean {
  const [before, word] = words.slice(-2);
  if (words.includes('--')) return false;
  return /^--exclude(?:-dir)?=/.test(word ?? '') || /^--exclude(?:-dir)?$/.test(before ?? '');
}

/** Asks about words that may be secrets or withheld files, unless a rule spells them out; `spelled` has an entry for each argument. */
export function secretRulings(
  step: Step,
  spelled: readonly boolean[],
  context: StepContext,
): readonly Ruling[] {
  if (context.mode.security === 'full') return [];
  const words = step.args.map(textOf);
  return step.args.slice(1).flatMap((arg, index) => {
    const text = textOf(arg);
    if (text === null || spelled[index] === true || isLeftOut(words.slice(0, index + 2))) return [];
    if (isAbsolute(text)) return secretWord(context.scope, text, '/') ?? [];
    // In an unknown folder any name may be a link to a secret.
    if (step.cwds === null) return isPlainOption(text) ? [] : [ask(inUnknownFolder)];
    return step.cwds.flatMap((cwd) => secretWord(context.scope, text, cwd) ?? []);
  });
}

/** Asks about files matched by a wildcard whose names a program would take as options. */
function optionNames(step: Step, { scope }: StepContext): readonly Ruling[] {
  return step.args.slice(1).flatMap((arg) => {
    if (arg.kind !== 'glob' || (typeof arg.segments[0] === 'string' && !arg.literal.startsWith('-')))
      return [];
    const touches = judgeReach(scope, { kind: 'text', arg, exposed: true, cwds: step.cwds });
    return touches.map((touch) => touch.ruling).filter((ruling) => ruling.decision === 'ask');
  });
}

/** The arguments with wildcards expanded; an unknown one is empty. */
function argumentsOf(step: Step, { scope }: StepContext): readonly (readonly string[])[] {
  const expanded = expansionsOf(step, scope.book);
  const plain = [{ words: step.args.map((arg) => ({ text: textOf(arg) })) }];
  return (expanded.length === 0 ? plain : expanded).map(({ words }) =>
    (words ?? []).slice(1).map(({ text }) => text ?? ''),
  );
}

/** Asks about writes even if rules allow writing: outside of the workspace, to secrets, and to files that decide what runs later. */
function firmWrites(
  step: Step,
  { base, context, cwds }: { readonly base: string; readonly context: StepContext; readonly cwds: Folders },
): readonly Ruling[] {
  const { streams: _, ...unstreamed } = context.scope;
  const scope = opensFiles(base) ? context.scope : unstreamed;
  const isFolder = (path: string) =>
    cwds?.some((cwd) => scope.book.path(path, cwd).kind === 'folder') !== false;
  const written = argumentsOf(step, context).flatMap((words) => writtenBy(base, words));
  return written
    .filter(({ path, isInside }) => !isInside || isFolder(dirname(path)))
    .flatMap(({ path }) => judgeReach(scope, { kind: 'write', arg: textArg(path), exposed: false, cwds }))
    .map(({ ruling }) => ruling)
    .filter(({ decision, isOpen }) => decision === 'deny' || (decision === 'ask' && isOpen !== true));
}

/**
 * Asks about files that options and operands of a program name and its rule does not: secrets that are sent or shown, and files that
 * decide what runs later and may be written.
 */
function namedByForms(
  step: Step,
  spelled: readonly boolean[],
  { base, context, cwds }: { readonly base: string; readonly context: StepContext; readonly cwds: Folders },
): readonly Ruling[] {
  if (context.mode.security === 'full') return [];
  const told = step.args.slice(1).flatMap((arg, index) => (spelled[index] === true ? arg.text : []));
  const given = argumentsOf(step, context);
  const touched = (kind: 'read' | 'write', paths: readonly string[]) =>
    paths
      .filter((path) => !told.some((word) => word.includes(path)))
      .flatMap((path) => judgeReach(context.scope, { kind, arg: textArg(path), exposed: false, cwds }))
      .filter(({ ruling }) => ruling.decision === 'ask');
  const read = given.flatMap((words) => copiedFiles(base, words));
  const copied = new Set(read);
  const named = given.flatMap((words) => namedWords(base, words)).filter((path) => !copied.has(path));
  const written = [...named, ...given.flatMap((words) => formFiles(base, words).files)];
  return [
    ...touched('read', read).filter(({ ruling }) => ruling.rule?.text === 'sensitive files'),
    ...touched('write', written).filter(
      ({ path, ruling }) => ruling.rule?.text === 'control files' || isControlFile(foldPath(path)),
    ),
  ].map(({ ruling }) => ruling);
}

/** Whether a touch is withheld by a rule of the user that asks, such as a search of a folder with such files, or is a secret itself. */
export function isWithheld({ access, ruling: { rule } }: JudgedTouch): boolean {
  return (
    rule !== null && (rule.source !== 'built-in' || (access === 'read' && rule.text === 'sensitive files'))
  );
}

/** Why a step asks although a rule allows its program: closed paths, secrets and writes that the rule does not spell out. */
export function heldBack(
  step: Step,
  spelled: readonly boolean[],
  at: {
    readonly base: string;
    readonly context: StepContext;
    readonly touches: readonly JudgedTouch[];
    /** The folders it runs in, after those that its program enters first. */
    readonly cwds: Folders;
  },
): readonly Ruling[] {
  const exact = spelled.every((literal) => literal);
  const held = at.touches.filter(
    (touch) =>
      touch.ruling.decision === 'deny' ||
      (touch.ruling.decision === 'ask' && !exact && (touch.access === 'write' || isWithheld(touch))),
  );
  return [
    ...held.map((touch) => touch.ruling),
    ...(exact ? [] : firmWrites(step, at)),
    ...(exact ? [] : namedByForms(step, spelled, at)),
    ...(exact || at.base !== 'git' ? [] : aliasRulings(step, at)),
    ...optionNames(step, at.context),
    ...secretRulings(step, spelled, at.context),
    ...(at.context.mode.security === 'full' ? [] : wildcardRulings(step, at.base, at.context.scope)),
  ];
}
