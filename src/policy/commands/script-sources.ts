import { baseOf } from '../programs/base-name.ts';
import type { Words } from '../rules/pattern.ts';
import type { OpenedFile, SeenCommand } from '../shell/sightings.ts';

/** Programs that print their input, or what they make of it. */
const passes =
  /^(?:cat|tac|head|tail|sed|gsed|tee|dd|[ef]?grep|rg|sort|uniq|cut|tr|rev|nl|paste|iconv|fold|fmt|expand|unexpand|base64|base32|xxd|od|gzip|gunzip|zcat|bzip2|bzcat|xz|xzcat|zstd|zstdcat|pv|sponge|unbuffer|[gmn]?awk|strings|dos2unix|envsubst|m4|jq|openssl|gpg)$/;
/** Commands that read lines into variables. */
const readsLines = /^(?:read|mapfile|readarray)$/;

/** Files that are run, and the folders entered before they are named. */
interface Source {
  readonly paths: readonly string[];
  readonly trail: SeenCommand['trail'];
}

const operandsOf = (words: Words) =>
  words.slice(1).flatMap((word) => {
    const path = word?.replace(/^(?:if|--?[\w-]+)=/, '') ?? null;
    return path === null || /^(?:-|of=|$)/.test(path) ? [] : [path];
  });

/** Whether the output of a command reaches a reader, possibly through others that pass it on. */
function isPassedTo(
  commands: readonly SeenCommand[],
  index: number,
  readers: ReadonlySet<SeenCommand['words']>,
): boolean {
  for (let at = index + 1; at < commands.length; at += 1) {
    const next = commands[at];
    if (next?.isPiped !== true) return false;
    if (readers.has(next.words)) return true;
    if (!passes.test(baseOf(next.words))) return false;
  }
  return false;
}

/** The files whose content a command passes on, surely or perhaps. */
export function filesPassed({ words, read }: SeenCommand): readonly string[] {
  return passes.test(baseOf(words)) ? [...read, ...(baseOf(words) === 'tee' ? [] : operandsOf(words))] : [];
}

/** Files whose lines a loop reads and runs: `while read -r l; do $l; done < x`. */
export function linesRun(
  commands: readonly SeenCommand[],
  readers: readonly SeenCommand[],
  opened: readonly OpenedFile[],
): readonly Source[] {
  const isRun = readers.some(({ words: [name, ...rest] }) => name === null || rest.includes(null));
  const isRead = commands.some(({ words, read }) => readsLines.test(baseOf(words)) && read.length === 0);
  if (!isRun || !isRead) return [];
  return opened.flatMap(({ path, isWritten, trail }) => (isWritten ? [] : [{ paths: [path], trail }]));
}

/** Files that a command reads and others run: `cat x | sh`, `exec < x; sh`, `read l < x; eval "$l"`. */
export function scriptSources(
  commands: readonly SeenCommand[],
  readers: readonly SeenCommand[],
): readonly Source[] {
  const reading = new Set(readers.map(({ words }) => words));
  return commands.flatMap((seen, index) => {
    const { words, read, trail } = seen;
    const base = baseOf(words);
    const opens =
      words.length === 0 ||
      reading.has(words) ||
      readsLines.test(base) ||
      (base === 'exec' && words.length === 1);
    const shown = base === 'cat' || isPassedTo(commands, index, reading) ? filesPassed(seen) : [];
    const paths = [...(opens ? read : []), ...shown];
    return paths.length === 0 ? [] : [{ paths, trail }];
  });
}
