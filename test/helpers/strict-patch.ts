interface Hunk {
  readonly old: readonly number[];
  readonly fresh: readonly number[];
  readonly lines: readonly string[];
}

/** Most lines that stay at either end of a hunk. */
const contextLines = 3;

/** The lines of a text, each with its newline if it has one. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function readHunks(diff: string): readonly Hunk[] {
  return `\n${diff}`
    .split('\n@@ -')
    .slice(1)
    .map((part) => {
      const [header = '', ...lines] = part.split('\n');
      const numbers = /^(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(header);
      if (numbers === null) throw new Error(`no header: ${header}`);
      const [, a, b, c, d] = numbers.map(Number);
      return { old: [a ?? 0, b ?? 0], fresh: [c ?? 0, d ?? 0], lines };
    });
}

/** The lines of one side of a hunk, with their newlines. */
function sideOf(lines: readonly string[], mark: string): readonly string[] {
  return lines.flatMap((line, index) => {
    if (!line.startsWith(' ') && !line.startsWith(mark)) return [];
    return [line.slice(1) + (lines[index + 1]?.startsWith('\\') ? '' : '\n')];
  });
}

function requireEqual(what: string, actual: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a}, not ${b}`);
}

/** How many lines at the start of a hunk stay. */
function leading(lines: readonly string[]): number {
  const first = lines.findIndex((line) => !line.startsWith(' '));
  return first === -1 ? lines.length : first;
}

/** Applies a unified diff whose hunks must name the right lines, repeat them, and have three that stay at either end where there are as many. */
export function applyStrictly(before: string, diff: string): string {
  const lines = linesOf(before);
  const after: string[] = [];
  let done = 0;
  for (const { old, fresh, lines: marked } of readHunks(diff)) {
    const [removed, added] = [sideOf(marked, '-'), sideOf(marked, '+')];
    const start = (old[0] ?? 0) - (old[1] === 0 ? 0 : 1);
    if (start < done) throw new Error('hunks overlap');
    after.push(...lines.slice(done, start));
    requireEqual('old lines', lines.slice(start, start + removed.length), removed);
    requireEqual('old count', old[1], removed.length);
    requireEqual('new side', fresh, [after.length + (added.length === 0 ? 0 : 1), added.length]);
    done = start + removed.length;
    after.push(...added);
    const plain = marked.filter((line) => !line.startsWith('\\'));
    const [above, below] = [leading(plain), leading(plain.toReversed())];
    const room = [start + above, lines.length - done + below].map((count) => Math.min(contextLines, count));
    requireEqual('lines around', [above, below], room);
  }
  return [...after, ...lines.slice(done)].join('');
}
