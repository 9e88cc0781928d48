import { textArg } from '../shell/arg.ts';
import type { Operand, Reading } from './profile.ts';

/** What `gzip` and its kin try behind the name of a file that is not there. */
const suffixes = ['.gz', '.z', '-z', '.Z'];

/** Adds the files that are read where those of the words are not there. */
export function withSuffixes({ operands }: Reading): readonly Operand[] {
  return operands.flatMap((operand) => {
    const { arg, kind } = operand;
    if (kind !== 'read' || arg.kind !== 'text' || arg.text === '-') return [operand];
    return [
      operand,
      ...suffixes.map((suffix) => ({ ...operand, arg: textArg(arg.text + suffix), tried: true })),
    ];
  });
}
