import { wrongField } from '../../core/failure.ts';
import { isBuiltInHost } from '../../core/host.ts';
import { didYouMean } from '../../core/names/meant-name.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { Command } from './command.ts';
import type { Flag, ParsedFlags } from './flags.ts';
import type { Globals } from './global-flags.ts';

/** The words listed in a description such as `show, path, init, trust or schema`; empty if it is something else. */
export function listedWords(description: string): readonly string[] {
  return /^[a-z]+(?:, [a-z]+)* or [a-z]+$/.test(description) ? description.split(/, | or /) : [];
}

/** Throws `invalid_input` for a first word that is not among those listed for it. */
export function requireListed(word: string | undefined, { words: [first] }: Pick<Command, 'words'>): void {
  const names = listedWords(first?.description ?? '');
  if (word === undefined || names.length === 0) return;
  actionOf(word, names, first?.name === 'action' ? 'an action' : `a ${first?.name}`);
}

/** Throws `invalid_input` for a flag of another action. */
export function requireOwnFlags(
  { words: [action], values }: ParsedFlags,
  name: string,
  flags: readonly Flag[],
): void {
  if (action === undefined) return;
  for (const { name: flag, field, actions } of flags) {
    if (values[field] === undefined || actions === undefined || actions.includes(action)) continue;
    const takers = actions.map((one) => inQuotes(`${name} ${one}`)).join(' and ');
    throw wrongField(`--${flag}`, `belongs to ${takers}`);
  }
}

/** The action that a command's first word names. Throws `invalid_input` with the nearest known one. */
export function actionOf<const Name extends string>(
  word: string | undefined,
  names: readonly Name[],
  kind = 'an action',
): Name {
  const known = names.find((name) => name === word);
  if (known !== undefined) return known;
  const wanted = `; expected one of ${names.join(', ')}`;
  if (word === undefined) throw wrongField('action', `is missing${wanted}`);
  throw wrongField(word, `is not ${kind}${didYouMean(word, names, wanted)}`);
}

/** Throws `invalid_input` if `--host` names a node for a command that can only show this machine. */
export function requireThisMachine({ host }: Globals, what: string): void {
  if (host === undefined || isBuiltInHost(host)) return;
  throw wrongField(
    '--host',
    `is "${host}", but this is ${what} of this machine; run the command on "${host}"`,
  );
}

/** Throws `invalid_input` if there are surplus words; `hint` says what to do about them. */
export function requireNoMore(surplus: readonly string[], hint?: string): void {
  const [first] = surplus;
  if (first !== undefined)
    throw wrongField(first, `is one word too many${hint === undefined ? '' : `; ${hint}`}`);
}
