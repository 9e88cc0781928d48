import { asksNobody, type Mode } from '../mode.ts';
import type { CommandRule, CompiledRules } from '../rules/rule.ts';
import { ask, type Ruling } from '../ruling.ts';
import type { Reach } from './edited-line.ts';
import type { Suspect } from './suspect.ts';

/** Characters with which a shell can spell others. */
const spelling = /[$\\`{?*[~]/;

/** The introducer and the final tilde of a key sequence. */
const sequenceMarks = /\x1b\[|(?<=\x1b\[[0-?]*)~/g;

/** Whether the words of a rule can be formed from the typed letters and digits, including those of key sequences. */
function canBeMade({ pattern }: CommandRule, keys: string): boolean {
  const typed = keys.replaceAll(sequenceMarks, '');
  if (spelling.test(typed)) return true;
  const letters = new Set(typed.toLowerCase());
  const wanted = pattern.words.flatMap(({ parts }) => parts).join('');
  return [...wanted.toLowerCase()].every((letter) => !/[\p{L}\p{N}]/u.test(letter) || letters.has(letter));
}

/** Operands of `stty` that only show settings or concern the screen or echo. */
const tellsNothing =
  /^(?:-a|--all|-g|--save|size|speed|sane|-?echo|-?onlcr|-?opost|cols|columns|rows|\d+|(?:-F|--file).*)$/;

/** Whether a command rebinds keys of the line editor, so that later lines cannot be followed. */
function changesKeys({ words: [name, ...words] }: Suspect): boolean {
  const operands = words.filter((word) => word !== null);
  if (name === 'bind' || name === 'bindkey') return operands.length > 0;
  if (name === 'stty') return operands.some((word) => !tellsNothing.test(word));
  return (
    (name === 'set' || name === 'setopt') && operands.some((word) => /^(-[a-z]*o)?(vi|emacs)$/i.test(word))
  );
}

/** Keys typed into a program that may run the text. */
export interface TypedKeys {
  readonly typed: string;
  /** What untracked keys may have made of the text. */
  readonly reach: Reach;
  /** Commands that the text may run. */
  readonly suspects: readonly Suspect[];
}

/** Asks if keys may have formed another line than those judged, and a rule forbids one that is possible. */
export function otherLineRulings(
  { typed, reach, suspects }: TypedKeys,
  { rules, mode }: { readonly rules: CompiledRules; readonly mode: Mode },
): readonly Ruling[] {
  const rebinds = suspects.some(changesKeys) || /\bINPUTRC=/.test(typed);
  if (reach === 'nothing' && !rebinds) return [];
  const counts = ({ decision }: CommandRule) =>
    decision === 'deny' || (decision === 'ask' && !asksNobody(mode));
  const forbidding = [...rules.commands.filter(({ decision }) => decision === 'deny'), ...rules.typed];
  const isReachable = (rule: CommandRule) => rebinds || reach === 'anything' || canBeMade(rule, typed);
  const found = forbidding.find((rule) => counts(rule) && isReachable(rule));
  if (found === undefined) return [];
  const what = rebinds ? 'It changes what keys do' : 'It holds keys that are not followed';
  const line = `what the rule "${found.ref.text}" is about could be typed unseen`;
  return [ask(`${what}, and ${line}`, found.ref)];
}
