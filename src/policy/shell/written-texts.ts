import type { Command, SyntaxNode } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';
import { madeOf, printedBy, textPrinted } from './echoed.ts';
import { echoedText, textOfGroup } from './echoing.ts';
import { inputOf, type PrintReading, wordsOf } from './print-reading.ts';
import { fileName } from './seen-variables.ts';
import type { SeenCommand } from './sightings.ts';

/** Whether a text may set variables or parameters, or define functions or files. */
export function givesValues(text: string): boolean {
  return (
    /=|\b(?:for|read|set|getopts|shopt|eval|source|mapfile|readarray|printf|select|function)\b|\[\\?(?:\$\(|`)|\(\s*\)/.test(
      text,
    ) ||
    // A written file may be read again.
    (text.includes('>') && /<|\bcat\b|(?:^|\s)\.\s/.test(text)) ||
    // The text may change the settings for wildcards.
    /glob/i.test(text)
  );
}

/** The files that a command writes, each with its text; null for unknown text. */
export function textsWritten(
  node: Command,
  reading: PrintReading,
): readonly (readonly [string, Candidate])[] {
  const paths = [...node.prefix, ...node.suffix].flatMap((item) =>
    item.type === 'Redirect' &&
    /^>>?\|?$/.test(item.operator) &&
    item.descriptor === undefined &&
    item.target !== undefined
      ? reading.texts(item.target)
      : [],
  );
  if (paths.length === 0) return [];
  const words = wordsOf(node, reading);
  const input = inputOf([...node.prefix, ...node.suffix], reading);
  const text = textPrinted(words) ?? (input === null ? null : madeOf(words, input));
  return paths.flatMap((path): readonly (readonly [string, Candidate])[] =>
    path === null ? [] : [[fileName(path), text]],
  );
}

/** The texts that a command passes on: its standard input, and what it surely prints. */
export function passedOn({
  words,
  drafts = words,
  input,
}: Pick<SeenCommand, 'words' | 'drafts' | 'input'>): readonly string[] {
  return [...input, ...printedBy(drafts)];
}

/** Whether a part of a pipe, other than the last, is a group rather than a single command. */
export function isFeeding(node: SyntaxNode, part: SyntaxNode): boolean {
  return node.type === 'Pipeline' && part.type !== 'Command' && part !== node.commands.at(-1);
}

/** The output of a group: as evaluated, and as what its commands surely print together. */
export function textsOfGroup(
  node: SyntaxNode,
  commands: readonly SeenCommand[],
  reading: PrintReading,
): readonly string[] {
  const passed = commands.flatMap(({ words, input }) => passedOn({ words, input })).join('\n');
  const text = textOfGroup(node, reading);
  return [...new Set([passed, text ?? ''])].filter((one) => one !== '');
}

/** Texts that a command runs in the current shell: the arguments of `eval`, or a file written by the script or a process behind `.`. */
export function textsEvaluated(node: Command, reading: PrintReading): readonly string[] {
  const words = wordsOf(node, reading);
  const [name, ...rest] = words.slice(words.findIndex((word) => word !== 'builtin' && word !== 'command'));
  if (name === 'eval') return [rest.flatMap((word) => word ?? []).join(' ')];
  if (name !== '.' && name !== 'source') return [];
  const input = /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/.test(rest[0] ?? '')
    ? inputOf([...node.prefix, ...node.suffix], reading)
    : reading.file(rest[0] ?? '');
  const parts = node.suffix.flatMap((item) => (item.type === 'Word' ? (item.parts ?? []) : []));
  return [...(input === null ? [] : [input]), ...parts.flatMap((part) => textsFedBy(part, reading))];
}

/** The output of groups and process substitutions, which something may read. */
export function textsFedBy(node: SyntaxNode, reading: PrintReading): readonly string[] {
  const groups = node.type === 'Pipeline' ? node.commands.filter((part) => isFeeding(node, part)) : [];
  const script = node.type === 'ProcessSubstitution' ? node.script : undefined;
  const texts = [
    ...groups.map((group) => textOfGroup(group, reading)),
    script === undefined ? null : echoedText({ script }, reading),
  ];
  return texts.flatMap((text) => (text === null || text === '' ? [] : [text]));
}
