import type { Words } from '../rules/pattern.ts';

/** Options of `git` before its sub-command whose value is the next word. */
export const gitGlobal =
  /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--config-env|--attr-source|--shallow-file)$/;

/** The index of the sub-command among the arguments of `git`; -1 for none. */
export function subCommandAt(args: Words): number {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (!word.startsWith('-')) return index;
    if (gitGlobal.test(word)) index += 1;
  }
  return -1;
}

/** The words of a git command without the options before its sub-command. */
export function withoutGlobals([program = null, ...args]: Words): Words {
  const at = subCommandAt(args);
  return [program, ...(at === -1 ? [] : args.slice(at))];
}
