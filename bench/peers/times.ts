import { inTurns } from '../harness.ts';
import type { Connection, Peer } from './peer.ts';
import { killMarked, newMark } from './processes.ts';

/** Medians in milliseconds; null where a peer has no such thing. */
export interface Times {
  /** From the start of the server to the answer of its first request. */
  readonly start: number | null;
  /** One call after the other, over one connection. */
  readonly call: number | null;
}

const starts = 10;
const calls = 100;
const warmUps = 10;

async function hello(peer: Peer, connection: Connection): Promise<number> {
  const startedAt = performance.now();
  const { text } = await connection.call(peer.works.hello).answer;
  if (!text.includes('hello')) throw new Error(`unexpected answer: ${text.slice(0, 200)}`);
  return performance.now() - startedAt;
}

async function startOnce(peer: Peer, home: string): Promise<number> {
  const mark = newMark();
  try {
    const startedAt = performance.now();
    await peer.open({ home, mark });
    return performance.now() - startedAt;
  } finally {
    killMarked(mark);
  }
}

/** Starts and calls every peer in turns. Throws when one of them does not answer as asked. */
export async function measureTimes(peers: readonly Peer[], home: string): Promise<readonly Times[]> {
  const servers = peers.filter(({ isServer }) => isServer);
  const started = await inTurns(
    starts,
    servers.map((peer) => () => startOnce(peer, home)),
    0,
  );
  const mark = newMark();
  try {
    const connections: (readonly [Peer, Connection])[] = [];
    for (const peer of peers) connections.push([peer, await peer.open({ home, mark })]);
    const called = await inTurns(
      calls,
      connections.map(
        ([peer, connection]) =>
          () =>
            hello(peer, connection),
      ),
      warmUps,
    );
    return peers.map((peer, index) => ({
      start: peer.isServer ? (started[servers.indexOf(peer)] ?? null) : null,
      call: called[index] ?? null,
    }));
  } finally {
    killMarked(mark);
  }
}
