import { isAbsolute } from 'node:path';
import { climbs } from '../../core/paths/containment.ts';
import { setOf } from '../programs/words.ts';
import { unwrap } from '../programs/wrappers.ts';
import {
  type Analysis,
  type Arg,
  type Assigned,
  type Cwds,
  NotUnderstood,
  type Redirected,
  type TouchedPath,
  textOf,
  type WrittenStep,
} from './arg.ts';
import { changeFolder, changeToTop, type Flow, joinCwds, staying } from './cwds.ts';
import type { StreamUse } from './streams.ts';

/** A command as the script has it, before wrappers are resolved. */
export interface Emitted {
  readonly args: readonly Arg[];
  readonly assignments: readonly Assigned[];
  readonly redirects: readonly Redirected[];
  readonly touched?: readonly TouchedPath[];
  readonly cwds: Cwds;
  readonly piped: boolean;
  readonly shell: boolean;
  /** Whether the shell may have fewer builtins than bash. */
  readonly strict: boolean;
  readonly fedBy?: WrittenStep['fedBy'] | undefined;
  readonly loopInput?: WrittenStep['loopInput'] | undefined;
  readonly sharesScript?: boolean | undefined;
  readonly inputText?: string | null;
}

/** Reads the script of an inner shell. */
export type EnterScript = (text: string, strict: boolean, at: { cwds: Cwds; piped: boolean }) => void;

const mostWrappers = 4;
const mostSteps = 1000;

/** Builtins that run text, change what later words mean, or keep commands for later. */
const opaqueBuiltins = setOf(
  'eval . source exec trap coproc alias unalias enable builtin hash let declare typeset local readonly ' +
    'getopts complete compgen compopt bind fc history function select shopt',
);

/** Builtins that change the folder; `command` is one if what it runs is unknown. */
const movers = setOf('cd pushd popd command');

/** Builtins of bash only; other shells run programs of these names. */
const bashOnly = setOf('pushd popd dirs help mapfile readarray');

/** Throws NotUnderstood if it is unknown which program a command is, or what a builtin will do. */
function requireKnown(args: readonly Arg[], { shell, strict }: Pick<Emitted, 'shell' | 'strict'>): void {
  const name = textOf(args[0]);
  if (args.length > 0 && (name === null || name === ''))
    throw new NotUnderstood('computes the name of a program');
  if (shell && name !== null && opaqueBuiltins.has(name)) throw new NotUnderstood(`uses ${name}`);
  if (strict && bashOnly.has(name ?? '')) throw new NotUnderstood(`uses ${name}, which not every shell has`);
}

/** Collects the steps of a script, including what wrappers start. */
export class StepCollector {
  readonly steps: WrittenStep[] = [];
  readonly streams: StreamUse[] = [];
  readonly #home: string;
  readonly #enter: EnterScript;
  readonly #climbed: string[] = [];
  /** All folders that the shell may have left so far; `cd -` and `popd` lead to one of them. */
  #left: Cwds = [];
  #last: WrittenStep | null = null;
  /** How many wrappers are around the current script. */
  #wrapped = 0;

  constructor(home: string, enter: EnterScript) {
    this.#home = home;
    this.#enter = enter;
  }

  /** All collected steps. */
  get found(): Omit<Analysis, 'opaque'> {
    return { steps: this.steps, streams: this.streams };
  }

  /** The step added by the last command; null if that added several. */
  get last(): WrittenStep | null {
    return this.#last;
  }

  #push(step: Omit<WrittenStep, 'climbed'>): void {
    if (this.steps.length >= mostSteps) throw new NotUnderstood('runs very many commands');
    const pushed = { ...step, climbed: [...this.#climbed] };
    this.steps.push(pushed);
    this.#last = step.wrapper ? null : pushed;
  }

  /** The folders after `cd -` or `popd`, unknown if the shell left none before. */
  #back(cwds: Cwds): Flow {
    return { ok: this.#left?.length === 0 ? null : this.#left, fail: cwds };
  }

  #move(args: readonly Arg[], cwds: Cwds): Flow {
    const operands = args.slice(1).filter((arg, index) => index > 0 || textOf(arg) !== '--');
    if (operands.length > 1) return { ok: null, fail: cwds };
    const operand = operands[0];
    if (operand === undefined) return changeFolder(cwds, this.#home);
    if (operand.kind === 'glob') return changeFolder(cwds, operand);
    if (operand.kind === 'unknown' && operand.top !== undefined)
      return changeToTop(cwds, operand.top, { home: this.#home, isQuoted: operand.single });
    const target = textOf(operand);
    if (target === '-') return this.#back(cwds);
    if (target !== null && climbs(target)) {
      const written = (cwds ?? []).filter((cwd) => typeof cwd === 'string');
      this.#climbed.push(...(isAbsolute(target) ? [''] : written).map((cwd) => `${cwd}/${target}`));
    }
    return changeFolder(cwds, target?.startsWith('-') ? null : target);
  }

  /** Adds a command without reading what it starts; returns where the shell is afterwards. */
  #emitPlain(step: Omit<WrittenStep, 'climbed'>): Flow {
    this.#push(step);
    const { args, cwds, shell } = step;
    const name = textOf(args[0]);
    if (!shell || name === null || !movers.has(name)) return staying(cwds);
    if (name === 'command') return staying(/^-[vV]$/.test(textOf(args[1]) ?? '') ? cwds : null);
    const goesBack = name === 'popd' || (name === 'pushd' && args.length === 1);
    const isTurn = name === 'pushd' && /^[-+]/.test(textOf(args[1]) ?? '');
    const moved = goesBack ? this.#back(cwds) : this.#move(isTurn ? [] : args, isTurn ? null : cwds);
    this.#left = joinCwds(this.#left, cwds);
    return moved;
  }

  /** Reads the script of a wrapper; `wrapped` is the number of wrappers around it. */
  #look(
    script: { text: string; strict: boolean },
    at: { cwds: Cwds; piped: boolean },
    wrapped: number,
  ): void {
    const outside = this.#wrapped;
    this.#wrapped = wrapped;
    try {
      this.#enter(script.text, script.strict, at);
    } finally {
      this.#wrapped = outside;
    }
    this.#last = null;
  }

  /** Adds a command and everything it is known to start; returns where the shell is afterwards. */
  emit(command: Emitted): Flow {
    let { args, assignments, redirects, shell } = command;
    const { cwds, piped, strict, touched = [], fedBy, loopInput, sharesScript, inputText = null } = command;
    for (let depth = this.#wrapped; ; depth += 1) {
      requireKnown(args, { shell, strict });
      const inner = unwrap(args, shell);
      const text = inputText === null ? {} : { inputText };
      const shared = { ...(loopInput && { loopInput }), ...(sharesScript && { sharesScript }) };
      const reads = { piped, ...(fedBy && { fedBy }), ...shared, ...text };
      const base = { assignments, redirects, touched, cwds, shell, ...reads };
      if (inner.kind === 'plain') return this.#emitPlain({ ...base, args, wrapper: false });
      if (depth >= mostWrappers) throw new NotUnderstood(`nests more than ${mostWrappers} wrappers`);
      if (inner.kind === 'script') {
        this.#push({ ...base, args, wrapper: true });
        this.#look(inner, { cwds, piped }, depth + 1);
        return staying(cwds);
      }
      this.#push({ ...base, args: args.slice(0, args.length - inner.args.length), wrapper: true });
      ({ args, assignments, shell } = inner);
      redirects = [];
    }
  }
}
