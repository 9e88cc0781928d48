import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Arg, RepositoryTop, WalkedFolder, Wildcard, WrittenStep } from '../src/policy/shell/arg.ts';
import { loadParser, type Parser } from '../src/policy/shell/parse.ts';
import { analyseScript } from '../src/policy/shell/walk.ts';
import { buildCage, type Cage, type Noted } from '../test/helpers/canary.ts';
import { ShellGrammar } from './shell-grammar.ts';
import type { FuzzSuite, OpenSuite } from './suite.ts';

interface Reading {
  readonly text: string;
  readonly shell: 'bash' | 'sh';
}

function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false;
  const row: { text?: unknown; shell?: unknown } = value;
  return typeof row.text === 'string' && (row.shell === 'bash' || row.shell === 'sh');
}

/** Whether a wildcard can have made a word. */
function reaches(wildcard: Wildcard, word: string): boolean {
  if (word === wildcard.literal || wildcard.split) return true;
  const isName = (part: unknown, index: number) => index === 0 || part !== '';
  const { behind = '' } = wildcard;
  const names = word
    .slice(0, word.length - behind.length)
    .split('/')
    .filter(isName);
  const segments = wildcard.segments.filter(isName);
  const takes = (segment: string | RegExp, name: string) =>
    typeof segment === 'string' ? segment === name : segment.test(name);
  return (
    word.endsWith(behind) &&
    names.length === segments.length &&
    segments.every((segment, index) => takes(segment, names[index] ?? ''))
  );
}

/** Whether the words that ran are those that were read. */
function takesWords(args: readonly Arg[], words: readonly string[]): boolean {
  const [first, ...rest] = args;
  if (first === undefined) return words.length === 0;
  const least = first.kind === 'unknown' && !first.single ? 0 : 1;
  const most = first.kind === 'text' || (first.kind === 'unknown' && first.single) ? 1 : words.length;
  for (let count = least; count <= Math.min(most, words.length); count += 1) {
    const own = words.slice(0, count);
    if (first.kind === 'text' && own[0] !== first.text) return false;
    if (first.kind === 'unknown' && count > 0 && !own[0]?.startsWith(first.prefix)) return false;
    if (first.kind === 'glob' && !own.every((word) => reaches(first, word))) return false;
    if (takesWords(rest, words.slice(count))) return true;
  }
  return false;
}

/** Whether something that ran in a folder may have done so in one that was read. */
function isIn(folder: string, cwd: string | WalkedFolder | RepositoryTop): boolean {
  if (typeof cwd === 'string') return realPath(cwd) === folder;
  if ('from' in cwd) return folder.startsWith(realPath(cwd.from) ?? '');
  return cwd.below !== '' || [cwd.around, cwd.otherwise].some((one) => realPath(one)?.startsWith(folder));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const starters = /^(command|env|nice|nohup|timeout|time|stdbuf|bash|sh)$/;

function nameOf(step: WrittenStep): string {
  return basename(step.args[0]?.kind === 'text' ? step.args[0].text : '');
}

/** Steps that start what they do not show; nothing but a rule that spells them out allows one. */
function startsUnseen(step: WrittenStep): boolean {
  return !step.wrapper && starters.test(nameOf(step));
}

/** Whether a text leads out of the cage. */
function leadsOut(text: string): boolean {
  return /(cd|>)[^;\n]*\/(?!dev\/null)/.test(text) && !/(cd|>)\s*sub\//.test(text);
}

/** How what ran differs from what was read, or null. */
function difference(noted: Noted, steps: readonly WrittenStep[]): string | null {
  const [name = '', ...words] = noted.ran;
  const named = steps.filter(
    (step) => !step.wrapper && nameOf(step) === name && takesWords(step.args.slice(1), words),
  );
  if (named.length === 0) return 'was not shown';
  const placed = named.filter(({ cwds }) => cwds?.some((cwd) => isIn(noted.cwd, cwd)) ?? true);
  if (placed.length === 0) return `ran in ${noted.cwd}`;
  return noted.isFed && !placed.some(({ piped }) => piped) ? 'was fed' : null;
}

class ReadingBench implements OpenSuite {
  readonly #cage: Cage = buildCage();
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  *inputs(seed: number): Generator<Reading, never> {
    const grammar = new ShellGrammar(seed);
    for (;;) {
      const text = grammar.next();
      yield { text, shell: 'bash' };
      yield { text, shell: 'sh' };
    }
  }

  async check(input: unknown): Promise<string | null> {
    if (!isReading(input)) throw new Error(`${JSON.stringify(input)} is no text of a shell`);
    const { text, shell } = input;
    const { home, cwd } = this.#cage;
    const strict = shell === 'sh';
    const { steps, opaque } = analyseScript({
      text,
      parser: this.#parser,
      home,
      cwds: [cwd],
      strict,
      piped: false,
    });
    if (opaque !== null || steps.some(startsUnseen) || leadsOut(text)) return null;
    for (const noted of await this.#cage.note(text, shell)) {
      const problem = difference(noted, steps);
      if (problem !== null) return `${JSON.stringify(noted.ran)} ${problem}`;
    }
    return null;
  }

  close(): void {
    this.#cage.remove();
  }
}

export const readings: FuzzSuite = {
  title: 'Texts that a shell reads otherwise than they were understood',
  open: async () => new ReadingBench(await loadParser()),
};
