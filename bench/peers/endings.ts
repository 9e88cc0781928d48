import type { Connection, Peer } from './peer.ts';
import { killMarked, markedProcesses, newMark, until } from './processes.ts';

/** How a running call or its server may come to its end. */
export const endings = ['cancel', 'EOF of stdin', 'SIGTERM', 'SIGKILL'] as const;
export type Ending = (typeof endings)[number];

/** How long whatever has to end may take, in seconds. */
const patience = 10;

/** What `Works.tree` starts: the shell, and its children by the last digit of what they were told. */
const members = ['shell', 'own session', 'background', 'foreground'] as const;

function membersLeft(mark: string): readonly string[] {
  const marked = markedProcesses(mark).map(({ args }) => args.split('\0'));
  const isLeft = (index: number): boolean =>
    index === 0
      ? marked.some(([program = '', ...rest]) => /(^|\/)\w*sh$/.test(program) && rest.join().includes(mark))
      : marked.some(([program, told]) => program === 'sleep' && told === `7200.${mark}${index}`);
  return members.filter((_, index) => isLeft(index));
}

/** What is left of the tree after at most `patience` seconds. */
async function leftOf(mark: string): Promise<string> {
  const { met, seconds } = await until(() => membersLeft(mark).length === 0, patience);
  if (met) return `none left (${seconds.toFixed(2)} s)`;
  const left = membersLeft(mark);
  const which = left.length === members.length ? '' : ` (${left.join(', ')})`;
  return `${left.length} of ${members.length} left${which}`;
}

/** Does to the server, or to the program of the call, what the ending says. */
function bring(ending: Exclude<Ending, 'cancel'>, connection: Connection): void {
  if (ending === 'EOF of stdin') connection.process().stdin.end();
  else connection.process().kill(ending);
}

async function serverEnd(connection: Connection): Promise<string> {
  const server = connection.process();
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  const { met, seconds } = await until(hasEnded, patience);
  return met ? `ends in ${seconds.toFixed(2)} s` : `goes on after ${patience} s`;
}

async function endTree(
  peer: Peer,
  ending: Ending,
  work: string,
  mark: string,
  home: string,
): Promise<string> {
  const connection = await peer.open({ home, mark });
  const call = connection.call(work);
  if (ending === 'cancel' && call.cancel === undefined) return '-';
  const started = await until(() => membersLeft(mark).length === members.length, patience);
  if (!started.met) return `started ${membersLeft(mark).length} of ${members.length} processes`;
  if (ending === 'cancel') {
    call.cancel?.();
    return leftOf(mark);
  }
  bring(ending, connection);
  const left = leftOf(mark);
  return ending === 'SIGKILL' ? left : `${await serverEnd(connection)}, ${await left}`;
}

async function stopTree({ stop, open }: Peer, work: string, mark: string, home: string): Promise<string> {
  if (stop === undefined) return '';
  await stop.run(await open({ home, mark }), work);
  return `; by \`${stop.name}\`: ${await leftOf(mark)}`;
}

/** What the ending leaves of a shell with three children, or of a server that runs nothing. `-` where there is no such thing. */
export async function measureEnding(peer: Peer, ending: Ending, home: string): Promise<string> {
  const { tree } = peer.works;
  if (ending === 'EOF of stdin' && !peer.hasInput) return '-';
  if (tree === undefined && (ending === 'cancel' || !peer.isServer)) return '-';
  const marks = [newMark(), newMark()] as const;
  try {
    if (tree !== undefined) {
      const found = await endTree(peer, ending, tree(marks[0]), marks[0], home);
      return ending === 'cancel' ? found + (await stopTree(peer, tree(marks[1]), marks[1], home)) : found;
    }
    const connection = await peer.open({ home, mark: marks[0] });
    if (ending !== 'cancel') bring(ending, connection);
    return await serverEnd(connection);
  } finally {
    for (const mark of marks) killMarked(mark);
  }
}
