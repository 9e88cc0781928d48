import { cannot, type ToolFailure } from '../../core/failure.ts';
import { someNumbers } from '../../output/notices.ts';
import { wholeFileBytes } from '../../platform/files/file-bytes.ts';
import { applyEdit } from './apply.ts';
import { explainMiss } from './explain.ts';
import type { Edit } from './input.ts';
import type { Matches, Tier } from './match.ts';
import type { Pause } from './pause.ts';

export interface Edited {
  readonly text: string;
  readonly replacements: number;
  readonly notices: readonly string[];
}

function missed(
  given: string,
  name: string,
  { edit, matches, ...texts }: Parameters<typeof explainMiss>[0] & { edit: Edit; matches: Matches },
) {
  return cannot('edit', given, name + explainMiss(texts, edit, matches), wantedOf(matches));
}

/** What would work. With replaceAll nothing is folded, so it is not offered for matches found only by folding. */
function wantedOf({ spans, tier }: Matches): string {
  if (spans.length === 0) return 'text that is in the file';
  const other = tier === 'trailing blanks, quotes and dashes folded' ? '' : ', or set replaceAll';
  return `exactly one match: add lines around it${other}`;
}

/** The failure of an edit whose result would be too long to edit again. */
export function tooLong(given: string): ToolFailure {
  const state = `it would have more than ${wholeFileBytes} bytes then`;
  return cannot('edit', given, state, `at most ${wholeFileBytes} bytes; use sed in shell`);
}

/** A text to edit. */
export interface EditedText {
  /** The path of its file as given. */
  readonly given: string;
  readonly text: string;
}

/** Makes all edits in order, each on the result of the one before; throws `tool_failed` for the first that fails. */
export async function makeEdits(
  { given, text: before }: EditedText,
  edits: readonly Edit[],
  pause: Pause,
): Promise<Edited> {
  let [text, replacements] = [before, 0];
  const refuse = (): never => {
    throw tooLong(given);
  };
  const loose = new Map<Tier, number[]>();
  for (const [index, edit] of edits.entries()) {
    const name = edits.length > 1 ? `edit ${index + 1}: ` : '';
    if (edit.old === edit.new) throw cannot('edit', given, `${name}"old" and "new" are equal`, 'a change');
    const applied = await applyEdit(text, edit, pause, refuse);
    if ('matches' in applied)
      throw missed(given, name, { before, text, earlier: index, edit, matches: applied.matches });
    if (applied.tier !== 'exact') loose.set(applied.tier, [...(loose.get(applied.tier) ?? []), index + 1]);
    text = applied.text;
    replacements += applied.replacements;
    await pause();
  }
  const notices = [...loose].map(
    ([tier, numbers]) => `${someNumbers('Edit', numbers)} matched with ${tier}.`,
  );
  return { text, replacements, notices };
}
