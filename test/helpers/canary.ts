import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function lines(name: string): readonly string[] {
  const text = readFileSync(new URL(`../fixtures/policy/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Snippets whose canaries `cn1` … `cn3` run in bash, by every way there is, and their harmless neighbours. */
export function canarySeeds(): readonly string[] {
  return lines('canary-seeds.jsonl');
}

/** A generator of numbers in [0, 1), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes snippets out of the seeds: spliced, cut, doubled, with pieces put in. */
export class SnippetMaker {
  readonly #seeds: readonly string[];
  /** Pieces that change how what is around them is read. */
  readonly #tokens = lines('canary-tokens.jsonl');
  readonly #random: () => number;

  constructor(seeds: readonly string[], seed: number) {
    this.#seeds = seeds;
    this.#random = randomFrom(seed);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick(from: readonly string[]): string {
    return from[this.#below(from.length)] ?? '';
  }

  #mutate(text: string): string {
    const at = this.#below(text.length + 1);
    const end = Math.min(text.length, at + 1 + this.#below(6));
    switch (this.#below(7)) {
      case 0:
      case 1:
        return text.slice(0, at) + this.#pick(this.#tokens) + text.slice(at);
      case 2:
        return text.slice(0, at) + text.slice(end);
      case 3:
        return text.slice(0, end) + text.slice(at);
      case 4:
        return text.slice(0, at) + this.#pick(this.#tokens) + text.slice(end);
      case 5:
        return text.slice(0, at) + this.#pick(this.#seeds) + text.slice(at);
      default:
        return `${text}${this.#pick([';', '\n', ' && ', ' | ', ' '])}${this.#pick(this.#seeds)}`;
    }
  }

  /** One snippet of a few mutations of a seed. */
  next(): string {
    let text = this.#pick(this.#seeds);
    for (let rounds = 1 + this.#below(4); rounds > 0; rounds -= 1) text = this.#mutate(text);
    return text.slice(0, 400);
  }
}

/** One program that ran, with its words. */
export type Ran = readonly string[];

/** A program that ran, in which folder, and whether it was given anything to read. */
export interface Noted {
  readonly ran: Ran;
  readonly cwd: string;
  readonly isFed: boolean;
}

/** A folder in which real bash runs snippets and every program on PATH only notes that it ran. */
export interface Cage {
  readonly bin: string;
  readonly cwd: string;
  readonly home: string;
  /** Runs a snippet as approved text runs, by bash or by `sh`. */
  run(snippet: string, shell: 'bash' | 'sh'): Promise<readonly Ran[]>;
  /** The same, with where each program ran. */
  note(snippet: string, shell: 'bash' | 'sh'): Promise<readonly Noted[]>;
  remove(): void;
}

const recorded =
  'cn1 cn2 cn3 ls cat head tail wc id uname date sort uniq cut tr grep sed awk find stat file tee xargs which git rg jq seq basename dirname whoami nproc';

/** Programs that start others are the real ones, so that what they start is noted. */
const real: Readonly<Record<string, string>> = {
  bash: '/bin/bash',
  sh: '/bin/sh',
  env: '/usr/bin/env',
  nice: '/usr/bin/nice',
  nohup: '/usr/bin/nohup',
  timeout: '/usr/bin/timeout',
};

const mostMilliseconds = 1500;

const flags = { bash: ['--noprofile', '--norc', '-p', '-c', '--'], sh: ['-c'] } as const;

/** What one program noted down; nothing where it was ended before it had. */
function parseLog(text: string): readonly Noted[] {
  if (!text.endsWith('\0\u0001')) return [];
  const [cwd = '', fed, ...ran] = text.split('\0').slice(0, -1);
  return [{ cwd, isFed: fed === '1', ran }];
}

function fillBin(bin: string, log: string): void {
  const base = '$' + '{0##*/}';
  // What a verdict takes a program to print, it has to print here too.
  const prints = `case "${base} $#" in 'cat 0') exec /bin/cat;; 'nproc 0') echo 8;; esac`;
  for (const name of recorded.split(' ')) {
    const note = `{ printf '%s\\0' "$PWD" "$fed" "${base}" "$@"; printf '\\001'; } > ${log}/$$`;
    const fed = 'fed=1; [ /dev/stdin -ef /dev/null ] && fed=0';
    writeFileSync(join(bin, name), `#!/bin/sh\n${fed}\n${note}\n${prints}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const [name, path] of Object.entries(real)) if (existsSync(path)) symlinkSync(path, join(bin, name));
}

function fillWork(cwd: string): void {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(join(cwd, 'sub'), { recursive: true });
  for (const name of ['f', 'g', 'a.txt', 'b.txt', 'sub/h']) writeFileSync(join(cwd, name), 'x\n');
}

/** Builds the cage; call `remove` afterwards. */
export function buildCage(): Cage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'canary-')));
  const at = { bin: join(root, 'bin'), cwd: join(root, 'work'), home: join(root, 'home') };
  mkdirSync(at.bin);
  mkdirSync(at.home);
  const log = join(root, 'log');
  fillBin(at.bin, log);
  fillWork(at.cwd);
  const note: Cage['note'] = async (snippet, shell) => {
    rmSync(log, { recursive: true, force: true });
    mkdirSync(log);
    await runOnce(snippet, shell, at);
    const noted = readdirSync(log).flatMap((name) => parseLog(readFileSync(join(log, name), 'utf8')));
    fillWork(at.cwd);
    return noted;
  };
  return {
    ...at,
    note,
    run: async (snippet, shell) => (await note(snippet, shell)).map(({ ran }) => ran),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Runs a snippet as approved text runs; whatever is left of its group is killed. */
function runOnce(
  snippet: string,
  shell: 'bash' | 'sh',
  at: { readonly bin: string; readonly cwd: string; readonly home: string },
): Promise<void> {
  return new Promise((done) => {
    const child = spawn(`/bin/${shell}`, [...flags[shell], snippet], {
      cwd: at.cwd,
      env: { PATH: at.bin, HOME: at.home, USER: 'u', LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
      detached: true,
    });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group is gone already.
      }
    };
    const timer = setTimeout(end, mostMilliseconds);
    child.once('error', () => done());
    child.once('exit', () => {
      clearTimeout(timer);
      end();
      done();
    });
  });
}
