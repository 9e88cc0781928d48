import { setTimeout as delay } from 'node:timers/promises';
import { nextCall, type Playground } from './calls.ts';
import { holdingsOf, kill, processesNaming } from './machine.ts';
import type { Answer, Server } from './server.ts';

export interface Storm {
  readonly playground: Playground;
  readonly calls: number;
  readonly inFlight: number;
  /** Text that the environment of every process of the soak holds. */
  readonly mark: string;
  say(line: string): void;
}

export interface Toll {
  readonly answered: number;
  readonly cancelled: number;
  readonly killed: number;
  /** Answers that were wrong, the first ones in words. */
  readonly problems: readonly string[];
}

const mostProblems = 20;

/** Kills children of the server and keepers of its sessions now and then, the guardian included. */
async function killAround(server: Server, { playground, mark }: Storm, until: AbortSignal): Promise<number> {
  let killed = 0;
  for (let round = 0; !until.aborted; round += 1) {
    await delay(60);
    const victims =
      round % 10 === 9
        ? [...processesNaming(mark)].filter(([, command]) => command.includes('__keeper')).map(([pid]) => pid)
        : [...holdingsOf(server.pid).children.keys()];
    const victim = playground.random.pick(victims);
    if (victim === undefined) continue;
    kill(victim);
    killed += 1;
  }
  return killed;
}

/** Whether the answer says that a process was killed: the command itself, or the `rg` of a search. */
function wasKilled({ result, error }: Answer): boolean {
  const { signal } = result?.details ?? {};
  const isEnded =
    (typeof signal === 'string' && signal !== '') || / SIG[A-Z]+ ended it/.test(result?.message ?? '');
  return isEnded || /killed|signal/i.test(error?.message ?? '');
}

/** Sends `calls` mixed calls, never more than `inFlight` at once, and kills around meanwhile; every call has to be answered. */
export async function storm(server: Server, options: Storm): Promise<Toll> {
  const { playground, calls, inFlight, say } = options;
  const problems: string[] = [];
  const ended = new AbortController();
  const killing = killAround(server, options, ended.signal);
  let [started, answered, cancelled] = [0, 0, 0];
  const one = async (index: number): Promise<void> => {
    const call = nextCall(playground, index);
    const { id, answer } = server.request(call.method, call.params);
    if (call.cancelAfter !== undefined) {
      cancelled += 1;
      setTimeout(() => server.cancel(id), playground.random.below(call.cancelAfter));
    }
    const given = await answer;
    answered += 1;
    call.take?.(given);
    const problem =
      call.cancelAfter !== undefined || wasKilled(given) ? null : (call.problem?.(given) ?? null);
    if (problem !== null && problems.length < mostProblems)
      problems.push(
        `${call.method} ${JSON.stringify(call.params).slice(0, 120)}: ${problem}: ${JSON.stringify(given).slice(0, 300)}`,
      );
    if (answered % 2000 === 0) {
      const { rss, descriptors, children } = holdingsOf(server.pid);
      say(
        `${answered} answered, ${rss.toFixed(1)} MiB, ${descriptors} descriptors, ${children.size} children`,
      );
    }
  };
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (started < calls) {
        started += 1;
        await one(started);
      }
    }),
  );
  ended.abort();
  return { answered, cancelled, killed: await killing, problems };
}
