import { statSync } from 'node:fs';
import type { Answer, Peer } from './peer.ts';
import { killMarked, markedProcesses, newMark, peakMemory } from './processes.ts';

/** What became of 5 MB of output. */
export interface Flood {
  readonly delivered: string;
  readonly wire: string;
  readonly time: string;
  readonly memory: string;
}

const noAnswer = Symbol('no answer');

async function within<T>(answer: Promise<T>, seconds: number): Promise<T | typeof noAnswer> {
  const timer = Promise.withResolvers<typeof noAnswer>();
  const timeout = setTimeout(() => timer.resolve(noAnswer), seconds * 1000);
  try {
    return await Promise.race([answer, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

const count = (bytes: number): string => bytes.toLocaleString('en-US');

function delivered({ text, file }: Answer): string {
  const bytes = count(Buffer.byteLength(text));
  return file === undefined ? bytes : `${bytes}, and ${count(statSync(file).size)} in a file`;
}

/** A server and the helpers it keeps, when the command has ended. */
const peakOfMarked = (mark: string): number =>
  markedProcesses(mark).reduce((sum, { pid }) => sum + peakMemory(pid), 0);

/** One call whose output is 5 MB, over a server of its own. */
export async function measureFlood(peer: Peer, home: string): Promise<Flood> {
  const mark = newMark();
  try {
    const connection = await peer.open({ home, mark });
    let memory = 0;
    const look = (): void => {
      memory = Math.max(memory, peakMemory(connection.process().pid));
    };
    const before = connection.received();
    const startedAt = performance.now();
    const call = connection.call(peer.works.flood, look);
    const answer = await within(call.complete ?? call.answer, 60);
    const time = performance.now() - startedAt;
    if (answer === noAnswer) return { delivered: 'no answer in 60 s', wire: '-', time: '-', memory: '-' };
    if (peer.isServer) memory = peakOfMarked(mark);
    return {
      delivered: delivered(answer),
      wire: count(connection.received() - before),
      time: `${time.toFixed(0)} ms`,
      memory: `${memory.toFixed(0)} MiB`,
    };
  } finally {
    killMarked(mark);
  }
}

/** Seconds that an answer is waited for. */
const limit = 20;

/** After how many seconds a call is answered, at most `limit`. */
async function answered(peer: Peer, work: string, options: WaitOptions): Promise<string> {
  const { home, mark, expected } = options;
  try {
    const connection = await peer.open({ home, mark });
    const startedAt = performance.now();
    const answer = await within(connection.call(work).answer, limit);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
    if (answer === noAnswer) return `hangs (${limit} s)`;
    return answer.text.includes(expected) ? `${seconds} s` : `${seconds} s, without the output`;
  } finally {
    killMarked(mark);
  }
}

interface WaitOptions {
  readonly home: string;
  readonly mark: string;
  /** What the answer holds. */
  readonly expected: string;
}

/** How long a program waits for the stdin that nobody gave it. */
export async function measureCat(peer: Peer, home: string): Promise<string> {
  const { cat } = peer.works;
  return cat === undefined ? '-' : answered(peer, cat, { home, mark: newMark(), expected: '' });
}

/** How long the answer waits for a child in the background. */
export async function measureBackground(peer: Peer, home: string): Promise<string> {
  const mark = newMark();
  const work = peer.works.background?.(mark);
  return work === undefined ? '-' : answered(peer, work, { home, mark, expected: 'hello' });
}
