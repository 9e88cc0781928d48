import { judgedShells, scriptIndexOf } from '../programs/shell-start.ts';
import { type Step, textOf } from '../shell/arg.ts';

const unknownScript =
  'no rule allows it, and its script is only known when it runs (what it works on can be handed over as "$1")';

/** Why a shell is not judged by its script, as `bash -c 'ls'` would be; null if it is, without such a script, and for other programs. */
export function shellProblem(base: string, { args }: Pick<Step, 'args'>): string | null {
  if (!judgedShells.test(base)) return null;
  const words = args.map(textOf);
  const at = scriptIndexOf(base, words);
  if (at !== null) return (words[at] ?? null) === null ? unknownScript : null;
  const option = words[1] ?? '';
  if (!/^-[a-z]*c$/.test(option)) return null;
  const why = option.includes('l') ? 'runs start-up files first' : 'changes how the script is read';
  return `no rule allows it, and with ${option} it ${why} (${base} -c is judged by its script)`;
}
