import { isSensitiveName, sensitiveSamples } from '../../core/paths/sensitive.ts';
import { pathTest, surelyHolds } from '../programs/find-names.ts';
import { hasOne, mayReach, type Sure } from '../programs/find-sureness.ts';
import type { FindTree, Primary } from '../programs/find-tree.ts';
import { mayMatch, surelyMatches } from './search-globs.ts';

/** What is known of a path that may be found. */
export interface Candidate {
  /** Its name; null if it may be any. */
  readonly name: string | null;
  /** Whether it may be a regular file. */
  readonly mayBeFile: boolean;
  /** Whether it stands for everything in the folder instead of the folder. */
  readonly isFolder: boolean;
}

/** Longest glob that is matched: it is compiled for each name. */
const longestGlob = 1024;

/** The outcome of a test that may hold or fail. */
function outcome(mayHold: boolean, mayFail: boolean): Sure {
  return mayFail ? (mayHold ? 1 : 0) : 2;
}

/** Whether a glob is meant for files of secrets. */
function aimsAtSecrets({ name, given }: Primary): boolean {
  const value = given[0] ?? '';
  if (/^-i?name$/.test(name ?? '')) return isSecretGlob(value);
  if (!/^-i?(path|wholename)$/.test(name ?? '')) return false;
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

/** Whether an action does something with what is found. */
export function acts({ sort, name }: Primary): boolean {
  return sort === 'command' || /^-print0?$/.test(name ?? '');
}

/** Whether secrets are looked for; what fails leads on to the other sides of an `-o` where something is done there. */
export function looksForSecrets(part: FindTree, isDenied = false, leadsOn = false): boolean {
  if (part.kind === 'one') return (leadsOn || !isDenied) && aimsAtSecrets(part);
  if (part.kind === 'not') return looksForSecrets(part.part, !isDenied, leadsOn);
  const { kind, parts } = part;
  const lastActing = kind === 'any' ? parts.findLastIndex((one) => hasOne(one, acts)) : -1;
  return parts.some((one, index) => looksForSecrets(one, isDenied, leadsOn || index < lastActing));
}

/** Whether a path ends in a name that a glob is about, wherever it lies: a star stands for slashes too. */
function ofPath(glob: string, { name, isFolder }: Candidate): Sure {
  if (name === null) return 1;
  const last = glob.slice(glob.lastIndexOf('/') + 1);
  const isEnd = /^\*?[\w.-]+$/.test(last);
  const anywhere = glob.startsWith('*/') && glob.slice(2) === last;
  const isCertain = anywhere && (!isFolder || last.endsWith('*')) && surelyMatches(name, last);
  return outcome(isFolder || !isEnd || mayMatch(name, last), !isCertain);
}

function ofName(glob: string, { name, isFolder }: Candidate): Sure {
  return name === null ? 1 : outcome(mayMatch(name, glob), isFolder || !surelyMatches(name, glob));
}

/** Folds ASCII alone: of other letters, such as the sign for kelvin, the locale decides which are the same. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** How surely a test holds for a path that may be found. */
function ofTest({ name, given }: Primary, candidate: Candidate): Sure {
  const value = given[0] ?? '';
  if (value.length > longestGlob) return 1;
  const test = name ?? '';
  const folded = { ...candidate, name: candidate.name === null ? null : lower(candidate.name) };
  if (test === '-name') return ofName(value, candidate);
  if (test === '-iname') return ofName(value.toLowerCase(), folded);
  if (pathTest.test(test)) return ofPath(value, candidate);
  if (/^-i(path|wholename)$/.test(test)) return ofPath(value.toLowerCase(), folded);
  if (test === '-type' && value === 'f') return candidate.mayBeFile ? 1 : 0;
  return surelyHolds.test(test) ? 2 : 1;
}

/** Whether something may be found that is handed on by an action, or printed where there is none. */
export function mayHandOn(tree: FindTree, action: Primary | null, candidate: Candidate): boolean {
  return mayReach(tree, action, (test) => ofTest(test, candidate));
}
