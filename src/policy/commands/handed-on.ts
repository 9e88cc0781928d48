import { rootsOf } from '../paths/scope.ts';
import { type JudgedTouch, judgeReach } from '../paths/touch.ts';
import { isWithinAny } from '../paths/within.ts';
import { commandsOfFind, type FoundCommand } from '../profiles/find-commands.ts';
import type { Operand, Reading } from '../profiles/profile.ts';
import { findProfile } from '../profiles/table.ts';
import { strictest } from '../ruling.ts';
import { type Arg, type Step, textOf } from '../shell/arg.ts';
import { type JudgedStep, judgeStep, type StepContext } from './step.ts';

// Which files are handed on only the run tells. Each lies below a folder that is known, so that folder is judged with all below it, as
// for `grep -r`.

/** Programs that take any number of files or names and do with each what they do with the first, none of it but reading. */
const takesNames =
  /^(cat|tac|head|tail|nl|wc|od|md5sum|sha(1|224|256|384|512)sum|b2sum|cksum|sum|cut|fold|sed|grep|egrep|fgrep|stat|file|ls|du|basename|dirname|readlink|realpath|echo)$/;

/** A command that is started, a name in the place of each that it is handed. */
interface Started {
  readonly args: readonly Arg[];
  readonly names: ReadonlySet<Arg>;
}

/** The words of a command that is started with one start in the place of what is found; null where that is more than a word. */
function startedBy({ words, isBatch, found }: FoundCommand): Started | null {
  const start = textOf(found.starts[0]);
  if (
    start === null ||
    words.some(
      (word) =>
        textOf(word)
          ?.replace(/^\{\}$/, '')
          .includes('{}') !== false,
    )
  )
    return null;
  const names = new Set<Arg>();
  const named = (): Arg => {
    const name: Arg = { kind: 'text', text: start };
    names.add(name);
    return name;
  };
  const args = words.map((word) => (textOf(word) === '{}' ? named() : word));
  // Where a program takes but one, it does something else with the second.
  return { args: isBatch ? [...args, named()] : args, names };
}

/** What a program does with the names that it is handed; null where one is no file or text among its operands. */
function operandsFor({ names }: Started, { operands, positionals }: Reading, found: FoundCommand['found']) {
  const given = positionals.filter(({ arg }) => names.has(arg));
  const meant = operands.filter(({ arg }) => names.has(arg));
  if (given.length < names.size || !meant.every(({ kind }) => /^(read|tree|list|names|text)$/.test(kind)))
    return null;
  const { starts, skips, isPlain } = found;
  return meant.flatMap(({ kind }): readonly Operand[] => {
    const below = { exposed: false, follows: !isPlain };
    if (kind === 'text') return [];
    if (kind === 'list' || kind === 'names') return starts.map((arg) => ({ ...below, kind: 'names', arg }));
    return starts.map((arg) => ({ ...below, kind: 'tree', arg, skips }));
  });
}

/** Whether what is opened below folders may be a device or the like: only in the workspace nobody puts one. */
function opensMore(operands: readonly Operand[], { cwds }: Step, { scope }: StepContext): boolean {
  const roots = rootsOf(scope.workspace);
  const isOutside = ({ arg }: Operand) =>
    cwds?.every((cwd) => isWithinAny(scope.book.path(arg.text, cwd).realPath, roots)) !== true;
  return operands.some(
    (operand) => operand.kind === 'tree' && operand.follows === true && isOutside(operand),
  );
}

/** Judges a command that is started with names that were found; null where it is not certain to only read them. */
function judgeStarted(command: FoundCommand, step: Step, context: StepContext): JudgedStep | null {
  const started = startedBy(command);
  if (started === null || started.names.has(started.args[0] ?? { kind: 'text', text: '' })) return null;
  const { args } = started;
  const inner = { ...step, args, assignments: [], redirects: [], touched: [], shell: false };
  const judged = judgeStep(inner, context);
  if (judged.by !== 'profile' || !takesNames.test(judged.program?.base ?? '')) return null;
  const reading = findProfile(judged.program?.base ?? '', args)?.reading;
  if (reading === undefined || typeof reading === 'string') return null;
  // It reads folders, with more in them than was found.
  if (/grep$/.test(judged.program?.base ?? '') && ['-r', '-R'].some((name) => reading.options.has(name)))
    return null;
  const operands = operandsFor(started, reading, command.found);
  if (operands === null || opensMore(operands, step, context)) return null;
  const below = operands.flatMap((operand): readonly JudgedTouch[] =>
    judgeReach(context.scope, { ...operand, cwds: step.cwds }),
  );
  const held = below.map(({ ruling }) => ruling).filter(({ decision }) => decision !== 'allow');
  return {
    ...judged,
    step: { ...inner, args: command.words },
    ruling: strictest([...held, judged.ruling], judged.ruling),
    asking: [...judged.asking, ...held.filter(({ decision }) => decision === 'ask')],
    touches: [...judged.touches, ...below],
    isLooked: true,
  };
}

/** Judges one step, and what it starts with the names that it finds where all that is certain to read alone. */
export function judgeStarting(step: Step, context: StepContext): readonly JudgedStep[] {
  const whole = judgeStep(step, context);
  const isFind = whole.program?.base === 'find' && context.mode.security !== 'full';
  const handing = isFind && whole.ruling.decision === 'ask' ? commandsOfFind(step.args) : null;
  if (handing === null) return [whole];
  // No rule means a command that another one starts.
  const own = { ...context, rules: [] };
  const outer = judgeStep({ ...step, args: handing.outer }, own);
  const started = handing.commands.map((command) => judgeStarted(command, step, own));
  const known = started.filter((judged) => judged !== null);
  return outer.by === 'profile' && known.length === started.length ? [{ ...outer, step }, ...known] : [whole];
}
