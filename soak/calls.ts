import { join } from 'node:path';
import type { Random } from './random.ts';
import type { Answer } from './server.ts';

/** One call of the storm. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  /** Milliseconds after which it is cancelled. */
  readonly cancelAfter?: number;
  /** What is wrong with its answer, or null. Not asked of cancelled calls, nor of commands whose process was killed. */
  problem?(answer: Answer): string | null;
  /** Told the answer. */
  take?(answer: Answer): void;
}

export interface Playground {
  readonly random: Random;
  /** The workspace. */
  readonly cwd: string;
  /** Sessions that may run. */
  readonly sessions: Set<string>;
}

function textOf(answer: Answer): string {
  return (answer.result?.content ?? []).map(({ text = '' }) => text).join('');
}

function expectText(wanted: string): (answer: Answer) => string | null {
  return (answer) => (textOf(answer).includes(wanted) ? null : `"${wanted}" is not in its text`);
}

function expectStatus(...wanted: readonly string[]): (answer: Answer) => string | null {
  return ({ result }) => (wanted.includes(result?.status ?? '') ? null : `expected ${wanted.join(' or ')}`);
}

function expectError(code: number): (answer: Answer) => string | null {
  return ({ error }) => (error?.code === code ? null : `expected the error ${code}`);
}

function anySession({ sessions, random }: Playground): string {
  return random.pick([...sessions]) ?? 'nosuchsession';
}

type Maker = (playground: Playground, index: number) => Call;

/** Kinds of calls with how often each is made, in parts of their sum. */
const kinds: readonly (readonly [weight: number, make: Maker])[] = [
  [20, (_, index) => shell(`echo call-${index}`, { problem: expectText(`call-${index}`) })],
  [
    6,
    () =>
      shell('exit 3', { problem: ({ result }) => (result?.details?.exitCode === 3 ? null : 'exit code') }),
  ],
  [4, () => shell('seq 40000', { problem: expectText('40000') })],
  [2, () => shell('head -c 400000 /dev/zero')],
  [3, () => shell('setsid sleep 0.3 >/dev/null 2>&1 & echo left', { problem: expectText('left') })],
  [3, () => shell('(sleep 0.2 >/dev/null 2>&1 &) ; true')],
  [2, () => ({ ...shell('sleep 30; echo late'), cancelAfter: 40 })],
  [2, () => ({ ...shell("trap '' TERM; sleep 30 & sleep 30"), cancelAfter: 30 })],
  [
    1,
    () => ({
      method: 'shell',
      params: { command: 'sleep 30', timeout: 1 },
      problem: expectStatus('timed_out'),
    }),
  ],
  [1, () => ({ ...shell('yes'), cancelAfter: 60 })],
  [2, (playground) => startSession(playground)],
  [4, (playground) => onSession(playground, 'poll')],
  [1, (playground) => onSession(playground, 'kill')],
  [1, (playground) => onSession(playground, 'remove')],
  [1, () => ({ method: 'process', params: { action: 'list' }, problem: expectStatus('completed') })],
  [8, (playground) => file(playground, 'read', {})],
  [5, (playground, index) => file(playground, 'write', { content: `written ${index}\n`.repeat(50) })],
  [
    4,
    (playground, index) =>
      file(playground, 'edit', { old: 'written', new: `edited ${index}`, replaceAll: true }),
  ],
  [4, () => ({ method: 'glob', params: { pattern: '**/*.txt' }, problem: expectStatus('completed') })],
  [4, () => ({ method: 'grep', params: { pattern: 'written|edited' }, problem: expectStatus('completed') })],
  [1, () => ({ method: 'skill', params: { action: 'list' }, problem: expectStatus('completed') })],
  [2, () => ({ method: 'shell', params: { comand: 'true' }, problem: expectError(-32602) })],
  [1, () => ({ method: 'nonsense', params: {}, problem: expectError(-32601) })],
  [2, () => ({ method: 'ping', params: {}, problem: ({ error }) => error?.message ?? null })],
  [1, () => ({ method: 'policy/check', params: { command: 'ls | wc -l' } })],
];

function shell(command: string, extra: Partial<Call> = {}): Call {
  return { method: 'shell', params: { command }, problem: expectStatus('completed'), ...extra };
}

function startSession({ sessions }: Playground): Call {
  return {
    method: 'shell',
    params: { command: 'seq 2000; sleep 20', background: true },
    // Past the cap it is refused.
    problem: expectStatus('running', 'failed', 'completed'),
    take: ({ result }) => {
      const id = result?.details?.sessionId;
      if (typeof id === 'string') sessions.add(id);
    },
  };
}

function onSession(playground: Playground, action: string): Call {
  const sessionId = anySession(playground);
  if (action === 'remove') playground.sessions.delete(sessionId);
  return {
    method: 'process',
    params: { action, sessionId },
    problem: ({ result, error }) => (result === undefined ? (error?.message ?? 'no result') : null),
  };
}

function file({ random, cwd }: Playground, method: string, params: object): Call {
  const path = join(cwd, `files/f${random.below(40)}.txt`);
  return { method, params: { path, ...params }, problem: expectStatus('completed', 'failed') };
}

const sum = kinds.reduce((total, [weight]) => total + weight, 0);

/** The next call of a storm. */
export function nextCall(playground: Playground, index: number): Call {
  let at = playground.random.below(sum);
  for (const [weight, make] of kinds) {
    at -= weight;
    if (at < 0) return make(playground, index);
  }
  throw new Error('unreachable');
}
