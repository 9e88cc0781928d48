import { isAbsolute, normalize, sep } from 'node:path';
import { lazyFor } from '../../core/async/lazy.ts';
import type { Workspace } from '../../core/context.ts';
import { ToolFailure } from '../../core/failure.ts';
import { meantName } from '../../core/names/meant-name.ts';
import { splitGlob, withoutEmptyNames } from '../../core/paths/glob-base.ts';
import { globProblem } from '../../core/paths/glob-problem.ts';
import { compileGlob, expandBraces } from '../../core/paths/path-glob.ts';
import { ownValue } from '../../core/record.ts';
import { sourcePlace } from '../../core/source-place.ts';
import { withoutTrailing } from '../../core/text/trailing.ts';
import type { Decision, RuleRef } from '../../core/verdict.ts';
import { findForbidding, namesOfProgram } from '../commands/forbid.ts';
import { matchArguments, matchesWord, PatternProblem, parsePattern, splitWords } from './pattern.ts';
import type { CommandRule, CompiledRules, PathAccess, PathRule, SourcedRule } from './rule.ts';
import { type Subject, subjects } from './subjects.ts';

function refuse(rule: SourcedRule, text: string, problem: { state: string; wanted: string }): ToolFailure {
  const message = `Cannot use rule "${text}": ${problem.state} (${sourcePlace(rule)}), expected ${problem.wanted}`;
  return new ToolFailure('invalid_config', message, { source: rule.source, line: rule.line, rule: text });
}

function decisionOf(rule: SourcedRule): { decision: Decision; text: string } {
  const given = (['allow', 'ask', 'deny'] as const).filter((key) => rule[key] !== undefined);
  const decision = given[0];
  const text = decision === undefined ? undefined : rule[decision];
  if (decision === undefined || text === undefined || given.length > 1) {
    const state = given.length === 0 ? 'it says neither' : `it says ${given.join(' and ')}`;
    throw refuse(rule, text ?? '', { state, wanted: 'exactly one of allow, ask and deny' });
  }
  return { decision, text };
}

function subjectsOf(rule: SourcedRule, text: string): ReadonlySet<Subject> {
  const tools = typeof rule.tool === 'string' ? [rule.tool] : rule.tool;
  const found = new Set<Subject>();
  for (const tool of tools) {
    const known = ownValue(subjects, tool);
    if (known === undefined) {
      const hint = meantName(tool, Object.keys(subjects));
      const wanted = hint === null ? `one of ${Object.keys(subjects).join(', ')}` : `perhaps "${hint}"`;
      throw refuse(rule, text, { state: `"${tool}" is not a tool`, wanted });
    }
    for (const subject of known) found.add(subject);
  }
  if (found.size === 0) throw refuse(rule, text, { state: 'it names no tool', wanted: 'at least one tool' });
  return found;
}

function commandRule(rule: SourcedRule, decision: Decision, ref: RuleRef): CommandRule {
  try {
    return { decision, ref, reason: rule.reason ?? null, pattern: parsePattern(ref.text) };
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    throw refuse(rule, ref.text, { state: error.message, wanted: 'the words of one command' });
  }
}

/** A workspace for checking examples, which are matched by their words alone. */
const nowhere: Workspace = { cwd: '/', roots: [], home: '~', realHome: '~' };

/** Normalizes a relative path, so that each is written one way; other words stay as they are. */
function asPath(word: string): string {
  return word.includes('/') && !isAbsolute(word) ? `./${normalize(word)}` : word;
}

function takesExample(rule: CommandRule, example: string): boolean {
  const { decision, pattern } = rule;
  const words = splitWords(example);
  const [program, ...args] = words;
  const first = pattern.words[0];
  if (program === undefined || first === undefined) return false;
  if (decision !== 'allow') {
    const names = namesOfProgram(program, []);
    return findForbidding(words, { rules: [rule], decision, names, workspace: nowhere }) !== null;
  }
  const isSamePath = first.literal && asPath(first.text) === asPath(program);
  return (isSamePath || matchesWord(first, program)) && matchArguments(pattern, args) !== null;
}

/**
 * Makes a test for paths. `src/**` also matches `src` itself; a rule that denies or asks also ignores case and matches
 * everything below. Throws ToolFailure for too many braces.
 */
function pathTest(pattern: string, decision: Decision): (path: string) => boolean {
  const plain = (path: string) => (sep === '/' ? path : path.replaceAll(sep, '/'));
  const folder = withoutTrailing(pattern, '/').replace(/(?:\/\*\*)+$/, '');
  if (decision === 'allow') {
    // A name with wildcards may match files, which have nothing below them.
    const isNamed = !/[*?[\]{}\\]/.test(folder.slice(folder.lastIndexOf('/') + 1));
    const tests = [pattern, ...(isNamed && !pattern.endsWith('/') ? [folder] : [])].map(compileGlob);
    return (path) => tests.some((test) => test(plain(path)));
  }
  const withBelow = (whole: string) => {
    const [itself, below] = [compileGlob(whole), compileGlob(`${whole}/**`)];
    return (path: string) => itself(path) || below(path);
  };
  const [exact, folded] = [withBelow(folder), withBelow(folder.toLowerCase())];
  return (path) => exact(plain(path)) || folded(plain(path).toLowerCase());
}

/** Whether a pattern's last name contains a letter or digit, so that it can be meant for one kind of file. */
function isNaming(pattern: string): boolean {
  const last = withoutTrailing(pattern, '/').split('/').at(-1) ?? '';
  return /[\p{L}\p{N}]/u.test(last) || /\/\.[\w-]+\/\*+$/.test(`/${pattern}`);
}

function anchorOf(text: string): PathRule['anchor'] {
  if (text.startsWith('~/')) return 'home';
  return text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text) ? 'root' : 'workspace';
}

function baseOf(pattern: string): string {
  const { base, rest } = splitGlob(pattern);
  return /[*?[\]{}\\]/.test(rest) ? base.replace(/(?<=.)\/$/, '') : base + rest;
}

function pathRule(rule: SourcedRule, decision: Decision, ref: RuleRef): PathRule {
  const problem = globProblem(ref.text);
  if (problem !== null) throw refuse(rule, ref.text, { state: problem, wanted: 'a path pattern' });
  const pattern = withoutEmptyNames(ref.text);
  try {
    const matches = pathTest(pattern, decision);
    const anchor = anchorOf(ref.text);
    const naming = isNaming(pattern);
    const bases = [...new Set(expandBraces(pattern).map(baseOf))];
    return { decision, ref, reason: rule.reason ?? null, anchor, naming, matches, bases };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw refuse(rule, ref.text, {
      state: 'its braces stand for too many patterns',
      wanted: 'fewer of them',
    });
  }
}

function checkExamples(rule: SourcedRule, text: string, takes: (example: string) => boolean): void {
  const check = (examples: readonly string[], wanted: boolean) => {
    for (const example of examples) {
      let taken = false;
      try {
        taken = takes(example);
      } catch (error) {
        if (!(error instanceof PatternProblem)) throw error;
        throw refuse(rule, text, { state: `its example "${example}" is malformed`, wanted: 'one command' });
      }
      if (taken === wanted) continue;
      const state = `it ${taken ? 'matches' : 'does not match'} "${example}"`;
      throw refuse(rule, text, {
        state,
        wanted: wanted ? 'a match, as "match" says' : 'none, as "notMatch" says',
      });
    }
  };
  check(rule.match ?? [], true);
  check(rule.notMatch ?? [], false);
}

interface Collected {
  readonly commands: CommandRule[];
  readonly typed: CommandRule[];
  readonly skills: CommandRule[];
  readonly hosts: CommandRule[];
  readonly paths: Record<PathAccess, PathRule[]>;
}

function addRule(rule: SourcedRule, into: Collected): void {
  const { decision, text } = decisionOf(rule);
  const ref: RuleRef = { text, source: rule.source, line: rule.line };
  for (const subject of subjectsOf(rule, text)) {
    if (subject === 'read' || subject === 'list' || subject === 'write') {
      const compiled = pathRule(rule, decision, ref);
      checkExamples(rule, text, (example) => compiled.matches(example.replace(/^\.\//, '')));
      into.paths[subject].push(compiled);
    } else {
      const compiled = commandRule(rule, decision, ref);
      checkExamples(rule, text, (example) => takesExample(compiled, example));
      into[subject].push(compiled);
    }
  }
}

/**
 * Compiles rules and checks their examples; cached by the identity of the array. Throws `invalid_config` with file and line
 * for an unknown tool, a malformed pattern or a false example.
 */
export const compileRules = lazyFor((rules: readonly SourcedRule[]): CompiledRules => {
  const compiled: Collected = {
    commands: [],
    typed: [],
    skills: [],
    hosts: [],
    paths: { read: [], list: [], write: [] },
  };
  for (const rule of rules) addRule(rule, compiled);
  return compiled;
});
