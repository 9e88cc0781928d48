import type { Assignment, Command, Redirection, Word } from 'unbash';

type Item = Word | Assignment | Redirection;

/** The word that an item of a command is or names a file or text by. */
export function wordOf(item: Item | undefined): Word | undefined {
  if (item === undefined || item.type === 'HereDoc') return undefined;
  if (item.type === 'Assignment') return item.value.type === 'Word' ? item.value : undefined;
  return item.type === 'Word' ? item : item.target;
}

function isProcess(item: Item): boolean {
  return item.type === 'Word' && /^[<>]\(/.test(item.text);
}

/** Whether a word goes on from the item before it, where the parser takes both apart: `X=<(ls)`. */
function goesOn(item: Item, before: Item | undefined): boolean {
  if (item.type !== 'Word' || before?.end !== item.pos) return false;
  return isProcess(item) || isProcess(before);
}

/** A command as the shell reads it, of which a process is part of a word: `X=<(ls) rm y` sets X and runs `rm`. */
export function asShellReads(node: Command): Command {
  const { prefix, name, suffix } = node;
  if (name === undefined) return node;
  const rest = [name, ...suffix];
  const kept = rest.filter((item, index) => !goesOn(item, rest[index - 1] ?? prefix.at(-1)));
  if (kept.length === rest.length) return node;
  const isName = (item: Item) => item.type === 'Word' && (item === name || !/^\w+\+?=/.test(item.text));
  const found = kept.find(isName);
  if (found?.type !== 'Word') return node;
  const isSetBefore = (item: Item, index: number) => item.type === 'Word' && index < kept.indexOf(found);
  const others = kept.filter((item, index) => item !== found && !isSetBefore(item, index));
  return { ...node, name: found, suffix: others };
}
