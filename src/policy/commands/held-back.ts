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
import { namedWords, optionOf } from './named-words.ts';
import type { StepContext } from './step.ts';
import { opensFiles, secretWord } from './word-problems.ts';

/** Whether a word is an option without a value. */
function isPlainOption(word: string): boolean {
  return /^-[\w-]*$/.test(word);
}

/** Options of which it is sure that what they name is not read. */
const leavesUnread = /^--exclude(?:-dir)?(?:=|$)/;

/** Asks about words that may be secrets or withheld files, unless a rule spells them out; `spelled` has an entry for each argument. */
export function secretRulings(
  step: Step,
  spelled: readonly boolean[],
  context: StepContext,
): readonly Ruling[] {
  if (context.mode.security === 'full') return [];
  const words = step.args.slice(1).map(textOf);
  const end = words.indexOf('--');
  return words.flatMap((text, index) => {
    if (text === null || spelled[index] === true) return [];
    const isBeforeEnd = end === -1 || index < end;
    if (isBeforeEnd && leavesUnread.test(optionOf(text, words[index - 1] ?? ''))) return [];
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

/** A program with the arguments it may be given, and where it runs. */
interface Given {
  readonly base: string;
  readonly context: StepContext;
  readonly cwds: Folders;
  readonly given: readonly (readonly string[])[];
}

/** Asks about writes even if rules allow writing: outside of the workspace, to secrets, and to files that decide what runs later. */
function firmWrites({ base, context, cwds, given }: Given): readonly Ruling[] {
  const { streams: _, ...unstreamed } = context.scope;
  const scope = opensFiles(base) ? context.scope : unstreamed;
  const isFolder = (path: string) =>
    cwds?.some((cwd) => scope.book.path(path, cwd).kind === 'folder') !== false;
  const written = given.flatMap((words) => writtenBy(base, words));
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
  { base, context, cwds, given }: Given,
): readonly Ruling[] {
  if (context.mode.security === 'full') return [];
  const told = step.args.slice(1).flatMap((arg, index) => (spelled[index] === true ? arg.text : []));
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

/** Why a step asks whose rule does not spell out all of its words. */
function unspelled(step: Step, spelled: readonly boolean[], at: Omit<Given, 'given'>): readonly Ruling[] {
  const given = { ...at, given: argumentsOf(step, at.context) };
  return [
    ...firmWrites(given),
    ...namedByForms(step, spelled, given),
    ...(at.base === 'git' ? aliasRulings(step, at) : []),
  ];
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
    ...(exact ? [] : unspelled(step, spelled, at)),
    ...optionNames(step, at.context),
    ...secretRulings(step, spelled, at.context),
    ...(at.context.mode.security === 'full' ? [] : wildcardRulings(step, at.base, at.context.scope)),
  ];
}
