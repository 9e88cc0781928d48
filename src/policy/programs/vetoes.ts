import { ownValue } from '../../core/record.ts';
import { baseName, undecorated } from './base-name.ts';
import { carrying, startsItsWords } from './carrying.ts';
import { type Interpreter, interpreterOf, shell } from './interpreters.ts';
import { languageVetoes } from './language-vetoes.ts';
import { placedOptions } from './old-options.ts';
import { type Carrying, carries, gitVetoes, optionVetoes } from './option-vetoes.ts';
import { runners, toolStarted } from './tool-runners.ts';
import { valuesBehind } from './valued-options.ts';

/** Words of a command that an allow rule must spell out, because they carry or choose a program. */
export interface Vetoes {
  /** Indexes into the words after the program. */
  readonly words: ReadonlySet<number>;
  /** Why no rule may allow it at all, or null. */
  readonly never: string | null;
}

/** The arguments of an interpreter up to its script. */
interface InterpreterCall {
  /** The index of the script, or null. */
  readonly script: number | null;
  /** The index from which on words carry code, or null. */
  readonly carried: number | null;
  readonly isPiped: boolean;
}

/** Options with which a shell reads commands from its standard input, whatever follows. */
const readsCommands = /^-(?=[^-]*s)[^-c]*$/;

const inputNames = /^(-|\/dev\/stdin|\/(dev|proc\/self)\/fd\/0)$/;

/** What the word at an index is if it ends the options: a script, the standard input, or a sub-command that runs code; null for an option. */
function endOf(
  known: Interpreter,
  args: readonly string[],
  index: number,
): Pick<InterpreterCall, 'script' | 'isPiped'> | null {
  const word = args[index] ?? '';
  const next = index + 1 < args.length ? index + 1 : null;
  if (word === '--') return { script: next, isPiped: false };
  if (word === '-' && known.dashEnds === true && next !== null) return { script: next, isPiped: false };
  if (inputNames.test(word)) return { script: null, isPiped: true };
  if (/^[-+]/.test(word)) return null;
  return { script: known.subs?.includes(word) === true ? null : index, isPiped: false };
}

/** Where an option of a sub-command carries code; null for none. */
function carriedBehind(known: Interpreter, args: readonly string[]): number | null {
  const [sub = ''] = args;
  if (known.leads?.test(sub) !== true) return null;
  for (let index = 1; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (carries(word, known)) return index;
    if (word === '--' || (!word.startsWith('-') && known.throughout?.test(sub) !== true)) return null;
    index += valuesBehind(word, known.options ?? {});
  }
  return null;
}

function readCall(known: Interpreter, args: readonly string[]): InterpreterCall {
  const behind = carriedBehind(known, args);
  if (behind !== null) return { script: null, carried: behind, isPiped: false };
  let carried: number | null = null;
  let isGiven = false;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    const end = endOf(known, args, index);
    if (end !== null) return { ...end, carried: known.subs?.includes(word) === true ? 0 : carried };
    if (carries(word, known)) {
      carried ??= index;
      const isFed = known === shell && readsCommands.test(word);
      isGiven = !isFed && known.beside?.test(word) !== true;
      if (isGiven || isFed) break;
    }
    index += valuesBehind(word, known.options ?? {});
  }
  return { script: null, carried, isPiped: carried !== null && !isGiven && known.ignoresInput !== true };
}

/** The index of the script file among the arguments of an interpreter, or null. */
export function scriptIndex(program: string, args: readonly string[]): number | null {
  const known = interpreterOf(baseName(program));
  return known === null ? null : readCall(known, args).script;
}

/** The vetoes of an interpreter with `tellsAll`. */
function workVetoes(known: Interpreter, args: readonly string[], piped: boolean): Vetoes {
  const words = new Set<number>();
  const reads = known.ignoresInput !== true && known.tellsAll?.(args) !== true;
  if (piped && (reads || args.some((word) => inputNames.test(word))))
    return { words, never: 'it runs what is piped into it' };
  const ended = args.indexOf('--');
  const options = ended === -1 ? args : args.slice(0, ended);
  const carried = options.findIndex((word) => carries(word, known));
  if (carried !== -1) for (let index = carried; index < args.length; index += 1) words.add(index);
  const isBare = options.every((word) => word.startsWith('-')) && ended === -1;
  return { words, never: reads && carried === -1 && isBare ? 'it runs whatever it reads' : null };
}

function interpreterVetoes(base: string, args: readonly string[], piped: boolean): Vetoes | null {
  const known = interpreterOf(base);
  if (known === null) return null;
  const answersOnly = args.length > 0 && args.every((word) => /^(--version|-v|-V|--help|-h)$/.test(word));
  if (known.tellsAll !== undefined && !answersOnly) return workVetoes(known, args, piped);
  const { script, carried, isPiped } = readCall(known, args);
  if (isPiped) return { words: new Set(), never: 'it runs what is piped into it' };
  if (carried !== null)
    return { words: new Set([...args.keys()].filter((index) => index >= carried)), never: null };
  if (script === null && known.ignoresInput !== true && !answersOnly) {
    return { words: new Set(), never: piped ? 'it runs what is piped into it' : 'it runs whatever it reads' };
  }
  return { words: new Set(), never: null };
}

/** The indexes of options that carry or choose a program, and of their values, also where the first have no dash. */
function carryingWords(base: string, args: readonly string[], rules: Carrying): Set<number> {
  const placed = placedOptions(base, args);
  if (placed === null) return optionVetoes(args, rules);
  const found = optionVetoes(
    placed.map(([word]) => word),
    rules,
  );
  return new Set([...found].flatMap((index) => placed[index]?.[1] ?? []));
}

/** What carries or chooses a program, by the name of another one; undefined for nothing. */
function rulesOf(base: string): Carrying | undefined {
  return ownValue(carrying(), base) ?? ownValue(carrying(), undecorated(base));
}

/** The words that the options of a program have spelled out, by what it does with them. */
function ownWords(base: string, args: readonly string[]): Set<number> {
  if (base === 'git') return gitVetoes(args);
  const rules = rulesOf(base);
  return rules === undefined ? new Set() : carryingWords(base, args, rules);
}

/** The same for a runner and the tool that it starts, whose own options stand behind its name: `npx node -e`. */
function runnerVetoes(base: string, args: readonly string[], piped: boolean): Vetoes {
  const words = ownWords(base, args);
  const started = toolStarted(base, args);
  if (started === null) return { words, never: null };
  const { at, isChosen } = started;
  if (isChosen) for (let index = 0; index <= Math.min(at, args.length - 1); index += 1) words.add(index);
  const tool = baseName(args[at] ?? '');
  if (Object.hasOwn(runners, tool)) return { words: new Set(args.keys()), never: null };
  // Some take `--` away, before the tool sees it.
  const starts = args[at + 1] === '--' ? [at + 1, at + 2] : [at + 1];
  const inner = starts.map((from) => ({ from, vetoes: vetoesOf(tool, args.slice(from), piped) }));
  for (const { from, vetoes } of inner) for (const index of vetoes.words) words.add(from + index);
  return { words, never: inner.find(({ vetoes }) => vetoes.never !== null)?.vetoes.never ?? null };
}

/** The words of a command that a rule must spell out. `args` are the words after the program. */
export function vetoesOf(program: string, args: readonly string[], piped: boolean): Vetoes {
  const base = baseName(program);
  if (startsItsWords(base)) return { words: new Set(args.keys()), never: null };
  const interpreted = interpreterVetoes(base, args, piped);
  if (interpreted !== null) {
    const rules = rulesOf(base);
    if (interpreted.never !== null || rules === undefined) return interpreted;
    return { words: new Set([...interpreted.words, ...optionVetoes(args, rules)]), never: null };
  }
  const language = languageVetoes(base, args);
  if (language !== null) return { words: language, never: null };
  return runnerVetoes(base, args, piped);
}
