import type { Assignment, Command, Redirection, Word } from 'unbash';

type Item = Word | Assignment | Redirection;

/** A range of positions in a text. */
export interface Span {
  readonly pos: number;
  readonly end: number;
}

/** The word of an item of a command: the item itself, the value of an assignment, or the target of a redirect. */
export function wordOf(item: Item | undefined): Word | undefined {
  if (item === undefined || item.type === 'HereDoc') return undefined;
  if (item.type === 'Assignment') return item.value.type === 'Word' ? item.value : undefined;
  return item.type === 'Word' ? item : item.target;
}

/** All words of a command, also in assignments and redirects. */
export function wordsIn({ name, prefix, suffix }: Command): readonly Word[] {
  return [name, ...prefix, ...suffix].flatMap((item) => wordOf(item) ?? []);
}

/** Process substitutions within words, which the parser splits there: `X=<(ls) rm y` sets X and runs `rm`. */
export function processesWithin({ prefix, name, suffix }: Command): readonly Span[] {
  const items: readonly (Item | undefined)[] = [...prefix, name, ...suffix];
  return items.flatMap((item, index) => {
    if (item?.type !== 'Word' || !/^[<>]\(/.test(item.text)) return [];
    const isWithin = items[index - 1]?.end === item.pos || items[index + 1]?.pos === item.end;
    return isWithin ? [{ pos: item.pos, end: item.end }] : [];
  });
}

/** Replaces process substitutions within words by plain characters; of nested ones only the innermost. */
function withoutProcesses(text: string, spans: readonly Span[]): string {
  const holds = (outer: Span) => (inner: Span) =>
    inner !== outer && inner.pos >= outer.pos && inner.end <= outer.end;
  const chars = text.split('');
  for (const span of spans) if (!spans.some(holds(span))) chars.fill('x', span.pos, span.end);
  return chars.join('');
}

/** Commands that source such process substitutions, as a shell does at its start: `BASH_ENV=<(ls) bash`. */
function processesSourced(text: string, spans: readonly Span[]): readonly string[] {
  const isSourced = ({ pos }: Span) =>
    /(?:^|[^\w])(?:BASH_)?ENV=$/.test(text.slice(Math.max(0, pos - 10), pos));
  return spans.filter(isSourced).map(({ pos, end }) => `. ${text.slice(pos, end)}`);
}

/** Texts to read instead if words contain process substitutions: the text without them, and commands that source them. */
export function textsWith(processes: readonly Span[], text: string): readonly string[] {
  return processes.length === 0
    ? []
    : [withoutProcesses(text, processes), ...processesSourced(text, processes)];
}
