import { onOneLine } from '../../core/text/one-line.ts';
import type { FactBook } from '../fact-book.ts';
import { isPathKind, takesPipe } from '../profiles/profile.ts';
import { findStepProfile } from '../profiles/step-profile.ts';
import { judgedShells } from '../programs/shell-start.ts';
import { type Arg, type Step, textOf } from '../shell/arg.ts';
import type { JudgedStep } from './step.ts';

// `bash <<'EOF'` reads its script bit by bit from the same input as the commands in it: one that reads it too takes from the
// script, and what is left may begin in the middle of a line. `head -c 5`, above `echo rm -rf x`, leaves `rm -rf x`.

/** Programs and builtins that never read standard input, whatever their words. */
const readsNone =
  /^(echo|printf|true|false|:|test|\[|basename|dirname|readlink|realpath|stat|ls|pwd|cd|pushd|popd|dirs|set|export|exit|break|continue|wait|sleep|command|type|which|uname|arch|whoami|hostname|nproc|id|groups|uptime|free|df|ps|pgrep)$/;
/** Programs that read standard input only if they are given no file, or that by one of these words. */
const readsFiles =
  /^(cat|tac|head|tail|nl|wc|od|xxd|md5sum|sha(1|224|256|384|512)sum|b2sum|cksum|sum|cut|fold|sort|uniq|strings|sed|jq|[ef]?grep|rg|file)$/;
const namesInput = /^-$|[=,]-$|^-\w+-$|stdin|\/fd\/|^--files0|-from/;
const gitReads =
  /^(log|diff|show|status|branch|tag|rev-parse|ls-files|ls-tree|remote|describe|stash|blame|merge-base|config|grep)$/;
const tells = /^(-v|-V|--version|version)$/;

/** Options by which a search follows links. */
const follows = /^-\w*[RL]|^--(?:deref|follow)/;

/** Whether a path may be an open stream of whoever opens it, as a link to `/dev/stdin` is. */
function isStream(arg: Arg, cwds: Step['cwds'], book: FactBook): boolean {
  if (cwds === null || arg.kind === 'unknown') return true;
  return cwds.some((cwd) => {
    const names = arg.kind === 'glob' ? book.expand(arg, cwd)?.map(({ given }) => given) : [arg.text];
    return names?.every((name) => book.path(name, cwd).descriptor === undefined) !== true;
  });
}

/** Whether a program is given a file to read, and nothing that may be its standard input. */
function isGivenFiles(base: string, step: Step, book: FactBook): boolean {
  const words = step.args.slice(1).map(textOf);
  const reading = readsFiles.test(base) ? findStepProfile(base, step)?.reading : undefined;
  if (reading === undefined || typeof reading === 'string') return false;
  const isTree = reading.positionals.some(({ kind }) => kind === 'tree');
  if (isTree && words.some((word) => follows.test(word ?? ''))) return false;
  const paths = reading.operands.filter(({ kind }) => isPathKind(kind));
  return (
    reading.positionals.some(({ kind }) => takesPipe(kind)) &&
    !paths.some(({ arg }) => isStream(arg, step.cwds, book))
  );
}

/** Whether an understood command may read the standard input that its shell reads the script from. */
function mayReadInput({ step, program }: JudgedStep, book: FactBook): boolean {
  const opensStream = ({ access, target }: Step['redirects'][number]) =>
    access === 'read' && isStream(target, step.cwds, book);
  if (step.redirects.some(opensStream)) return true;
  if (step.sharesScript !== true || program === null) return false;
  const { base } = program;
  if (judgedShells.test(base)) return true;
  if (step.wrapper || readsNone.test(base)) return false;
  const [first, ...others] = step.args.slice(1).map(textOf);
  const words = step.args.slice(1).map((arg) => (arg.kind === 'glob' ? '' : (textOf(arg) ?? '-')));
  if (words.some((word) => namesInput.test(word))) return true;
  if (others.length === 0 && tells.test(first ?? '')) return false;
  if (base === 'git') return !gitReads.test(first ?? '');
  // What `find` starts has the same input.
  if (base === 'find') return words.some((word) => /^-(?:exec|ok)/.test(word));
  return !isGivenFiles(base, step, book);
}

/** Why commands of a script that a shell reads from its standard input may not be the ones that run; null if they are. */
export function scriptTaken(steps: readonly JudgedStep[], book: FactBook): string | null {
  const taker = steps.find((step) => mayReadInput(step, book));
  return taker === undefined
    ? null
    : `${onOneLine(taker.program?.name ?? 'a redirect')} may read the rest of the script, which comes on the same standard input`;
}
