import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { InputReader } from '../../core/effect.ts';
import { linkOrNull } from '../files/stats.ts';
import { foldersOf, isEnded, listProcesses, type ProcessEntry, readStat } from '../process/proc.ts';

/** A process that may read a session's input. */
export interface SessionReader extends InputReader {
  /** Whether input typed now goes to it. */
  readonly inFront: boolean;
}

/** Most readers, and most bytes of one's argv; beyond, they count as unknown. */
const mostReaders = 64;
const longestArgv = 131_072;

function argvOf(folder: string): readonly string[] | null {
  try {
    const words = readFileSync(`${folder}/cmdline`, 'utf8');
    return words.length > longestArgv ? null : words.split('\0').slice(0, -1);
  } catch {
    return null;
  }
}

/** The folder of /proc with the open files and program of a process. */
function folderOf(entry: ProcessEntry): string {
  return foldersOf(entry)[0] ?? `/proc/${entry.pid}`;
}

function describe(entry: ProcessEntry, inFront: boolean): SessionReader {
  const folder = folderOf(entry);
  const argv = argvOf(folder);
  const called = argv?.[0] ?? entry.name;
  return { name: basename(called), program: linkOrNull(`${folder}/exe`) ?? '', argv, inFront };
}

/** The path of a process's terminal, from the device number of proc(5) (`tty_nr`); null for none. */
export function terminalOf(pid: number): string | null {
  const number = Number(readStat(pid)?.fields[4] ?? 0);
  const [major, minor] = [(number >> 8) & 0xfff, (number & 0xff) | ((number >> 12) & 0xfff00)];
  return major >= 136 && major <= 143 ? `/dev/pts/${(major - 136) * 1_048_576 + minor}` : null;
}

/**
 * The processes that may read a session's input. In front are those whose standard input is the pipe `input` or, with a
 * terminal (null), the foreground group of the leader's session, which gets what is typed now; behind them, the leader and
 * all others of its terminal, which may read the rest. Null if the system does not tell.
 */
export function inputReaders(leader: number, input: string | null): readonly SessionReader[] | null {
  if (process.platform !== 'linux') return null;
  const entries = listProcesses().filter((entry) => !isEnded(entry));
  if (entries.length === 0) return null;
  const terminal = input ?? terminalOf(leader);
  const front = input === null ? foregroundGroup(leader) : null;
  const found = entries.flatMap((entry) => {
    const holdsInput = linkOrNull(`${folderOf(entry)}/fd/0`) === terminal && terminal !== null;
    const belongs = holdsInput || (input === null ? entry.session === leader : entry.pid === leader);
    if (!belongs) return [];
    return [describe(entry, input === null ? entry.group === front : holdsInput)];
  });
  const readers = [...new Map(found.map((reader) => [JSON.stringify(reader), reader])).values()];
  return readers.length > mostReaders ? null : readers;
}

/** The foreground process group of a process's terminal (field `tpgid` of proc(5)); null for none. */
export function foregroundGroup(pid: number): number | null {
  const group = Number(readStat(pid)?.fields[5] ?? 0);
  return group > 0 ? group : null;
}
