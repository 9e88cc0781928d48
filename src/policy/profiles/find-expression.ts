import { isSensitiveName, sensitiveSamples } from '../../core/paths/sensitive.ts';
import { mayMatch, surelyMatches } from './search-globs.ts';

/** A test of a `find`, and its value. */
export interface Test {
  readonly kind: 'test';
  readonly name: string;
  readonly value: string;
}

/** What is done with what is found, and `words` of its own there. */
export interface Action<Words> {
  readonly kind: 'exec' | 'print';
  readonly words: Words;
}

/** An expression of a `find`, or a part of it. */
export type Expression<Words> =
  | Test
  | Action<Words>
  | { readonly kind: 'not'; readonly part: Expression<Words> }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression<Words>[] };

/** What is known of something that may be found. */
export interface Candidate {
  /** Its name; null where it may be any. */
  readonly name: string | null;
  /** Whether it may be a file that is no link and no device. */
  readonly mayBeFile: boolean;
  /** Whether all that lies in it is meant, and not the folder itself. */
  readonly isFolder: boolean;
}

/** How a test or more of them may come out. */
interface Outcome {
  readonly mayHold: boolean;
  readonly mayFail: boolean;
}

/** Of longer globs nothing is told: they are compiled for each name. */
const longestGlob = 1024;

const either: Outcome = { mayHold: true, mayFail: true };

/** Whether a glob is one by which files of secrets are looked for. */
function aimsAtSecrets({ name, value }: Test): boolean {
  if (/^-i?name$/.test(name)) return isSecretGlob(value);
  if (!/^-i?(path|wholename)$/.test(name)) return false;
  const last = value.slice(value.lastIndexOf('/') + 1);
  const isAll = last === '*' && value !== '*';
  return /[[\\]/.test(value) || isSensitiveName(filled(value), []) || (!isAll && isSecretGlob(last));
}

function filled(glob: string): string {
  return glob.replace(/[*?]+/g, 'x');
}

function isSecretGlob(glob: string): boolean {
  const isSample = sensitiveSamples.some((sample) => mayMatch(sample, glob));
  return isSample || isSensitiveName(filled(glob), []) || isSensitiveName(glob.replace(/[*?]+/g, ''), []);
}

/** Whether something is done in a part of an expression. */
function acts<Words>(part: Expression<Words>): boolean {
  if (part.kind === 'not') return acts(part.part);
  return 'parts' in part ? part.parts.some(acts) : part.kind !== 'test';
}

/** Whether secrets are looked for; what fails leads on to the other sides of an `-o` where something is done there. */
export function looksForSecrets<Words>(part: Expression<Words>, isDenied = false, leadsOn = false): boolean {
  if (part.kind === 'test') return (leadsOn || !isDenied) && aimsAtSecrets(part);
  if (part.kind === 'not') return looksForSecrets(part.part, !isDenied, leadsOn);
  if (!('parts' in part)) return false;
  const { kind, parts } = part;
  const lastActing = kind === 'any' ? parts.findLastIndex(acts) : -1;
  return parts.some((one, index) => looksForSecrets(one, isDenied, leadsOn || index < lastActing));
}

/** Whether a path ends in a name that a glob is about, wherever it lies: a star stands for slashes too. */
function ofPath(glob: string, { name, isFolder }: Candidate): Outcome {
  if (name === null) return either;
  const last = glob.slice(glob.lastIndexOf('/') + 1);
  const isEnd = /^\*?[\w.-]+$/.test(last);
  const anywhere = glob.startsWith('*/') && glob.slice(2) === last;
  const isCertain = anywhere && (!isFolder || last.endsWith('*')) && surelyMatches(name, last);
  return { mayHold: isFolder || !isEnd || mayMatch(name, last), mayFail: !isCertain };
}

function ofName(glob: string, { name, isFolder }: Candidate): Outcome {
  if (name === null) return either;
  return { mayHold: mayMatch(name, glob), mayFail: isFolder || !surelyMatches(name, glob) };
}

/** How a test may come out for what may be found. */
function ofTest({ name, value }: Test, candidate: Candidate): Outcome {
  if (value.length > longestGlob) return either;
  const folded = { ...candidate, name: candidate.name?.toLowerCase() ?? null };
  if (name === '-name') return ofName(value, candidate);
  if (name === '-iname') return ofName(value.toLowerCase(), folded);
  if (/^-(path|wholename)$/.test(name)) return ofPath(value, candidate);
  if (/^-i(path|wholename)$/.test(name)) return ofPath(value.toLowerCase(), folded);
  if (name === '-type' && value === 'f') return { mayHold: candidate.mayBeFile, mayFail: true };
  return { mayHold: true, mayFail: !/^-(true|prune)$/.test(name) };
}

/** How an expression may come out for what may be found. */
export function outcomeOf<Words>(part: Expression<Words>, candidate: Candidate): Outcome {
  if (part.kind === 'test') return ofTest(part, candidate);
  if (part.kind === 'not') {
    const { mayHold, mayFail } = outcomeOf(part.part, candidate);
    return { mayHold: mayFail, mayFail: mayHold };
  }
  if (!('parts' in part)) return { mayHold: true, mayFail: part.kind === 'exec' };
  const { kind } = part;
  const each = part.parts.map((one) => outcomeOf(one, candidate));
  const mayHold = ({ mayHold: may }: Outcome) => may;
  const mayFail = ({ mayFail: may }: Outcome) => may;
  return kind === 'all'
    ? { mayHold: each.every(mayHold), mayFail: each.some(mayFail) }
    : { mayHold: each.some(mayHold), mayFail: each.every(mayFail) };
}

/** Whether something is done with what may be found; null where an expression does not do it. */
export function mayReach<Words>(
  part: Expression<Words>,
  action: Action<Words>,
  candidate: Candidate,
): boolean | null {
  if (part === action) return true;
  if (part.kind === 'not') return mayReach(part.part, action, candidate);
  if (!('parts' in part)) return null;
  const { kind, parts } = part;
  for (const [index, one] of parts.entries()) {
    const reached = mayReach(one, action, candidate);
    if (reached === null) continue;
    return (
      reached &&
      parts.slice(0, index).every((earlier) => {
        const { mayHold, mayFail } = outcomeOf(earlier, candidate);
        return kind === 'all' ? mayHold : mayFail;
      })
    );
  }
  return null;
}
