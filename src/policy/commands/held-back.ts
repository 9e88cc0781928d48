import { dirname, isAbsolute } from 'node:path';
import { inUnknownFolder, type JudgedTouch, judgeReach } from '../paths/touch.ts';
import { writtenBy } from '../programs/written.ts';
import { ask, type Ruling } from '../ruling.ts';
import { type Folders, type Step, textArg, textOf } from '../shell/arg.ts';
import { expansionsOf, wildcardRulings } from './expanded.ts';
import type { StepContext } from './step.ts';
import { opensFiles, secretWord } from './word-problems.ts';

/** Whether a word is an option without a value. */
function isPlainOption(word: string): boolean {
  return /^-[\w-]*$/.test(word);
}

/** Asks about words that may be secrets or withheld files, unless a rule spells them out; `spelled` has an entry for each argument. */
export function secretRulings(
  step: Step,
  spelled: readonly boolean[],
  context: StepContext,
): readonly Ruling[] {
  if (context.mode.security === 'full') return [];
  return step.args.slice(1).flatMap((arg, index) => {
    const text = textOf(arg);
    if (text === null || spelled[index] === true) return [];
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
    ...optionNames(step, at.context),
    ...secretRulings(step, spelled, at.context),
    ...(at.context.mode.security === 'full' ? [] : wildcardRulings(step, at.base, at.context.scope)),
  ];
}
