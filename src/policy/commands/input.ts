import type { ExecEffect, InputEffect, InputReader } from '../../core/effect.ts';
import { languageOf } from '../code/languages.ts';
import { guardRuling } from '../guard/guard.ts';
import type { PolicyInput } from '../judge.ts';
import { allowedByFull, askedAlways, asksNobody, type Mode } from '../mode.ts';
import { trailsFrom } from '../paths/closed.ts';
import type { Scope } from '../paths/scope.ts';
import { baseName } from '../programs/base-name.ts';
import { consoleTexts } from '../programs/consoles.ts';
import { matchArguments, matchesWord } from '../rules/pattern.ts';
import type { CommandRule, CompiledRules } from '../rules/rule.ts';
import { allow, ask, type Ruling, strictest } from '../ruling.ts';
import type { Parser } from '../shell/parse.ts';
import { findDangers } from './danger.ts';
import { type Readings, readingsOf } from './edited-line.ts';
import { judgeExec } from './exec.ts';
import { forbiddenRulings, namesOfProgram } from './forbid.ts';
import type { GivenText } from './given-names.ts';
import { otherLineRulings } from './other-lines.ts';
import { stepEffect } from './stepped.ts';
import type { Suspect } from './suspect.ts';

/** The context in which input to a session is judged. */
export interface InputContext {
  readonly input: PolicyInput;
  readonly mode: Mode;
  readonly rules: CompiledRules;
  readonly scope: Scope;
  readonly parser: Parser;
}

export interface InputRuling {
  readonly ruling: Ruling;
  /** Whether one approval may cover all input to this session. */
  readonly isCoverable: boolean;
}

/** Most characters of one command that are parsed. */
const longestCommand = 131_071;

/** The reading of data that is longer than any command: nothing. */
const unread: Readings = { texts: [], reach: 'nothing' };

/** Options of a shell before one of our scripts: `bash --noprofile --norc -p -c -- SCRIPT`. */
const scriptWords = /^(--noprofile|--norc|-p|-c|--)$/;

/** The command that started a reader, to be judged by profiles; null if unknown. */
function commandOf(
  { program, argv }: InputReader,
  at: Pick<ExecEffect, 'cwd' | 'searchPath'>,
): ExecEffect | null {
  if (argv === null || program === '') return null;
  const base = {
    kind: 'exec' as const,
    ...at,
    env: {},
    host: 'local',
    pty: false,
    elevated: false,
    fed: null,
  };
  const words = argv.slice(1);
  const script = words.at(-1);
  const isShell = /\/(bash|sh|dash)$/.test(program);
  if (isShell && script !== undefined && words.includes('-c')) {
    if (!words.slice(0, -1).every((word) => scriptWords.test(word))) return null;
    const shell = program.endsWith('/bash') ? ('bash' as const) : ('sh' as const);
    return { ...base, script, argv: null, shell };
  }
  return { ...base, script: null, argv: [program, ...words], shell: null };
}

/**
 * Whether all readers of the input take it as data: the built-in profiles allow each of them, so it only reads and does not
 * run its input. A shell with a script counts with everything that may still start.
 */
function takesData(effect: InputEffect, { input, mode, scope, parser }: InputContext): boolean {
  const { readers } = effect;
  if (effect.interpreter !== null || readers === null || readers.length === 0) return false;
  const { cwd } = input.workspace;
  const strict: Mode = { ...mode, security: 'allowlist', always: false, silent: false };
  const none = { read: [], list: [], write: [] };
  const context = {
    scope: { ...scope, mode: strict, rules: none },
    rules: [],
    cwd,
    searchPath: effect.searchPath,
    mode: strict,
    pty: false,
  };
  return readers.every((reader) => {
    const command = commandOf(reader, { cwd, searchPath: effect.searchPath });
    if (command === null) return false;
    const stepped = stepEffect(command, parser, context);
    return judgeExec(stepped, { settings: input.settings, parser }).ruling.decision === 'allow';
  });
}

/** Applies deny and ask rules to everything the text might run; rules on commands only if it is not data. */
function ruledOut(
  suspects: readonly Suspect[],
  isData: boolean,
  { rules, mode, input: { workspace } }: InputContext,
): readonly Ruling[] {
  const books = isData ? [rules.typed] : [rules.commands, rules.typed];
  return suspects.flatMap(({ words }) => {
    const names = typeof words[0] === 'string' ? namesOfProgram(words[0], []) : [];
    return books.flatMap((from) =>
      forbiddenRulings(words, {
        rules: from,
        names,
        workspace,
        asks: from === rules.typed && !asksNobody(mode),
      }),
    );
  });
}

/** The rule that allows typing this single plain line; null for none. */
function allowance(
  data: string,
  suspects: readonly Suspect[],
  rules: readonly CommandRule[],
): CommandRule | null {
  const words = suspects[0]?.words;
  const isPlain = /^[\w@%+=:,./ \t'"~-]+\n?$/.test(data);
  if (!isPlain || suspects.length !== 1 || words === undefined) return null;
  const found = rules.find((rule) => {
    const first = rule.pattern.words[0];
    const name = words[0];
    if (rule.decision !== 'allow' || first === undefined || typeof name !== 'string') return false;
    return matchesWord(first, name) && matchArguments(rule.pattern, words.slice(1)) !== null;
  });
  return found ?? null;
}

/** The reason for asking about input that no rule allows. */
function reasonOf({ interpreter, readers, node }: InputEffect): string {
  if (node !== undefined) return 'Which program reads what is typed cannot be told from here';
  if (interpreter !== null) return 'What is typed into a shell or an interpreter is asked';
  const names = [...new Set(readers?.map(({ name, program }) => name || program || 'a program'))];
  return `What is typed into a program that may run it is asked (${names.slice(0, 3).join(', ') || 'unknown'})`;
}

/** The typed text as code for readers that run other languages, and as shell texts for those with a command line of their own. */
function codesTyped(typed: string, { readers }: InputEffect): readonly GivenText[] {
  const called = (readers ?? []).flatMap(({ name, program, argv }) => [program, name, argv?.[0] ?? '']);
  const bases = [...new Set(called.map((path) => baseName(path).replace(/^-/, '')))];
  return bases.flatMap((base): readonly GivenText[] => {
    const language = languageOf(base);
    return [
      { texts: consoleTexts(base, typed), language: null },
      ...(language === null ? [] : [{ texts: [typed], language }]),
    ];
  });
}

/** Full-screen programs, whose keys do not form shell lines. */
const onScreen = /^(?:n?vim?|view|less|more|most|nano|pico|emacs|man|h?top)$/;

/** Whether all readers are full-screen programs; what those run is judged by their arguments. */
function isOnScreen({ readers }: InputEffect): boolean {
  if (readers === null || readers.length === 0) return false;
  return readers.every(({ program }) => onScreen.test(baseName(program)));
}

/** The rulings of deny and ask rules and of the guard on everything the text might run. */
function forbiddance(effect: InputEffect, isData: boolean, context: InputContext): readonly Ruling[] {
  const { mode, scope, input, parser } = context;
  const { workspace } = input;
  const { cwd } = workspace;
  const isLong = effect.data.length > longestCommand;
  const { texts, reach } = isLong ? unread : readingsOf(effect.data);
  const dangers = texts.map((script) => {
    const codes = isData ? [] : codesTyped(script, effect);
    return findDangers({ script, argv: null, codes }, { parser, folders: workspace });
  });
  const suspects = dangers.flatMap((danger) => danger.suspects);
  const named = ruledOut(suspects, isData, context);
  if (isData) return named;
  const isEdited = (effect.terminal !== false || effect.interpreter !== null) && !isOnScreen(effect);
  const keys = { typed: effect.data, reach: isEdited ? reach : ('nothing' as const), suspects };
  const ruled = [...named, ...otherLineRulings(keys, context)];
  if (!mode.guard) return ruled;
  const trails = trailsFrom(cwd, scope);
  const foldersOf = ({ trail }: Pick<Suspect, 'trail'>) => trails.of(trail).cwds;
  const guarded = dangers.map((danger) =>
    guardRuling(danger, { cwd, workspace, book: scope.book, foldersOf }),
  );
  return [...ruled, ...guarded.flatMap((found) => found?.ruling ?? [])];
}

/** The ruling that allows input which nothing forbids; null to ask. */
function permission(effect: InputEffect, isData: boolean, context: InputContext): Ruling | null {
  const { mode, rules, input, parser } = context;
  if (mode.security === 'full') return allowedByFull;
  if (isData) return allow('it is data for programs that only read');
  const script = effect.data.length > longestCommand ? '' : effect.data;
  const { suspects } = findDangers({ script, argv: null }, { parser, folders: input.workspace });
  const rule = allowance(effect.data, suspects, rules.typed);
  if (rule !== null) return allow('a rule allows typing this', rule.ref);
  return input.allowedInput?.has(effect.session) === true ? allow("this session's input was allowed") : null;
}

/**
 * Judges input to a session. Data for programs that only read is allowed; input to a shell, an interpreter or an unknown
 * program is judged by deny rules and the guard on the accumulated line, and asks.
 */
export function judgeInput(effect: InputEffect, context: InputContext): InputRuling {
  const { mode } = context;
  const isData = takesData(effect, context);
  const forbidden = forbiddance(effect, isData, context);
  if (mode.always) {
    const asked = askedAlways('Input to a session');
    return { ruling: strictest([...forbidden, asked], asked), isCoverable: false };
  }
  const permitted = permission(effect, isData, context);
  const isCoverable = permitted === null && forbidden.length === 0;
  return { ruling: strictest(forbidden, permitted ?? ask(reasonOf(effect))), isCoverable };
}
