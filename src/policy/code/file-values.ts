import { quoteWord } from '../../core/text/quote-word.ts';
import { asText, joined, knownText, listOf, textOf, unknown, type Value } from './value.ts';

/** Joins path components; an absolute one starts anew. */
export function path(parts: readonly Value[]): Value {
  return parts.reduce((whole, part) => {
    const text = knownText(part);
    if (text?.startsWith('/') === true) return part;
    const base = asText(whole);
    return joined(base.text.endsWith('/') ? base : joined(base, textOf('/')), asText(part));
  });
}

/** A path that begins at the root or the home; null for others. */
function placedPath(value: Value | undefined): string | null {
  const text = knownText(value);
  return text !== null && /^[/~]/.test(text) ? text : null;
}

/** Matches a wildcard of files that are picked by a part of their names. */
const picking = /^(?!.*\*\*)[\s\S]*(?:\w[^/]*|(?<![^/])\.[^/]*)$/;

/** A wildcard for files in a folder; unknown for all of one whose path does not begin at the root or the home. */
export function below(folder: Value | undefined, pattern = '*'): Value {
  const text = placedPath(folder) ?? (picking.test(pattern) ? knownText(folder) : null);
  return text === null ? unknown : listOf([textOf(`${text.replace(/\/$/, '')}/${pattern}`)]);
}

/** The files that a wildcard matches; unknown for one that takes all of a folder which is not placed at the root or the home. */
export function found(pattern: Value | undefined): Value {
  const text = placedPath(pattern) ?? knownText(pattern);
  const isPlaced = text !== null && /^[/~]/.test(text);
  return text === null || !(isPlaced || picking.test(text)) ? unknown : listOf([textOf(text)]);
}

/** Folders, and the names in each, as in `os.walk`. */
export function walked(folder: Value | undefined): Value {
  const text = placedPath(folder);
  if (text === null) return unknown;
  return listOf([
    listOf([textOf(text.replace(/(?<=.)\/$/, '')), listOf([textOf('**')]), listOf([textOf('**')])]),
  ]);
}

/** The names in a folder, as a wildcard that is joined to the folder later. */
export function names(folder: Value | undefined): Value {
  return placedPath(folder) === null ? unknown : listOf([textOf('*')]);
}

/** The content of a file, as a shell substitution. */
export function contents(file: Value | undefined): Value {
  const text = knownText(file);
  return text === null ? unknown : textOf(`$(cat ${quoteWord(text)})`, false);
}
