import { lazyFor } from '../../core/async/lazy.ts';
import { setOf } from '../programs/words.ts';
import { decodedBy, decodes } from '../shell/decoded.ts';
import { madeOf, printedBy } from '../shell/echoed.ts';
import { isFilter } from '../shell/filtered.ts';
import type { SeenCommand } from '../shell/sightings.ts';

/** Programs that print all lines of their input, and those that print some. */
const filters = setOf('cat sort uniq tac tee');
const pickers = setOf('head tail shuf');
/** Most texts that a filter is applied to. */
const mostTexts = 256;

const none: readonly string[] = [];

/** Whether a command surely prints its piped input, or a result of it. */
function handsOn({ words, input, isPiped }: SeenCommand): boolean {
  const [program = ''] = words;
  const isKnown = filters.has(program ?? '') || pickers.has(program ?? '') || isFilter(program);
  return isPiped === true && (decodes(words) || (input.length === 0 && isKnown));
}

/** What a command prints for texts on its standard input. */
function handedOn({ words }: SeenCommand, texts: readonly string[]): readonly string[] {
  const program = words[0] ?? '';
  if (decodes(words)) return texts.flatMap((text) => decodedBy(words, text) ?? []);
  const made = texts.slice(0, mostTexts).flatMap((text) => madeOf(words, text) ?? []);
  const isPicker = pickers.has(program);
  if (!isPicker && !filters.has(program)) return made;
  // A part of a wildcard's matches is not the wildcard.
  const kept = isPicker ? [...made, ...texts].filter((text) => !/[*?]/.test(text)) : [...texts, ...made];
  return [...new Set(kept)];
}

/** The literal texts that a command prints, and each line of them. */
function sourceTexts({ words, input }: SeenCommand): readonly string[] {
  const texts = input.length === 0 ? printedBy(words) : input.flatMap(textAndLines);
  return texts.filter((text) => text.trim() !== '');
}

/** A text and, if it has several, each of its lines. */
export function textAndLines(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.length > 1 ? [text, ...lines] : lines;
}

const knownOf = lazyFor((_: readonly SeenCommand[]) => new Map<number, readonly string[]>());

/** The known texts that a pipe may bring from a command. */
export function broughtBy(commands: readonly SeenCommand[], index: number): readonly string[] {
  const before = knownOf(commands);
  let first = index;
  while (first > 0 && !before.has(first) && commands[first] !== undefined && isHanding(commands, first))
    first -= 1;
  for (let at = first; at <= index; at += 1) {
    if (before.has(at)) continue;
    const command = commands[at];
    if (command === undefined) return none;
    const given = isHanding(commands, at) ? (before.get(at - 1) ?? none) : null;
    before.set(at, given === null ? sourceTexts(command) : handedOn(command, given));
  }
  return before.get(index) ?? none;
}

function isHanding(commands: readonly SeenCommand[], index: number): boolean {
  const command = commands[index];
  return index > 0 && command !== undefined && handsOn(command);
}

/** What filters print for the texts that pipes bring them: `echo "x y" | cut -d' ' -f2`. */
export function filteredIn(commands: readonly SeenCommand[]): readonly string[] {
  return commands.flatMap(({ words }, index) =>
    isFilter(words[0]) && isHanding(commands, index) ? broughtBy(commands, index) : none,
  );
}

/** The index of the command whose whole output the one at `index` passes on; `index` itself if it passes on none. */
export function sourceOf(commands: readonly SeenCommand[], index: number): number {
  let at = index;
  while (at > 0 && commands[at]?.isPiped === true && filters.has(commands[at]?.words[0] ?? '')) at -= 1;
  return at;
}

/** Whether a command reads the standard input of its script. */
export function isUnfed({ input, read, isPiped }: SeenCommand): boolean {
  return input.length + read.length === 0 && isPiped !== true;
}
