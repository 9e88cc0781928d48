import { relative } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import { readsFiles } from '../commands/started.ts';
import type { JudgedStep } from '../commands/step.ts';
import type { Proposal } from '../judge.ts';
import { rootsOf } from '../paths/scope.ts';
import { isWithin } from '../paths/within.ts';
import { baseOf, xargsNames } from '../programs/base-name.ts';
import { isBuiltin } from '../programs/builtin-names.ts';
import { carriedBy } from '../programs/carriers.ts';
import { vetoesOf } from '../programs/vetoes.ts';
import { quoteWord } from './pattern.ts';
import { suggestPaths } from './suggest-paths.ts';
import { widthOf } from './width.ts';

/** Most rules for commands in a proposal; more are too many to read. */
const mostRules = 5;
const mostProposals = 3;

function wordsOf(judged: JudgedStep): readonly string[] | null {
  const words = judged.step.args.map((arg) => (arg.kind === 'text' ? arg.text : null));
  return words.every((word) => word !== null) ? words : null;
}

/** The first word of a rule: the bare name of a trusted program, else its path; null if it cannot be named. */
function programWord(judged: JudgedStep, workspace: Workspace): string | null {
  const { program } = judged;
  if (program === null) return null;
  if (program.builtin || program.name.includes('/') || program.fact === null || program.fact.trusted) {
    if (program.lexical === null || program.name.startsWith('/')) return program.name;
  }
  const path = program.lexical ?? program.fact?.foundPath ?? null;
  if (path === null) return null;
  const root = rootsOf(workspace).find((folder) => isWithin(path, folder));
  return root === undefined ? path : `./${relative(root, path)}`;
}

/** Whether all carried commands only read files; a rule for others would let them loose on whatever is listed. */
function startsReaders(words: readonly string[]): boolean {
  const { commands, scripts } = carriedBy(words);
  return (
    scripts.length === 0 && commands.length > 0 && commands.every((inner) => readsFiles.test(baseOf(inner)))
  );
}

/** Texts of rules for one asked command, from narrow to wide. */
function rulesFor(judged: JudgedStep, workspace: Workspace): readonly string[] {
  const words = wordsOf(judged);
  const program = programWord(judged, workspace);
  if (words === null || program === null || judged.program === null) return [];
  const { base } = judged.program;
  const args = words.slice(1);
  if (judged.step.piped && xargsNames.test(base) && !startsReaders(words)) return [];
  const vetoes = vetoesOf(base, args, judged.step.piped);
  if (vetoes.never !== null || (isBuiltin(base) && judged.program.builtin && args.length === 0)) return [];
  const head = quoteWord(program);
  const exact = [head, ...args.map(quoteWord)].join(' ');
  const rules = [exact];
  const width =
    judged.program.builtin || vetoes.words.size > (base === 'npx' ? 1 : 0) ? null : widthOf(base, args);
  if (width === null) return rules;
  const wide = [head, ...args.slice(0, width).map(quoteWord), '*'].join(' ');
  return [...new Set([...rules, wide])];
}

/** Rules for exactly the files that a step asks to write; null if one of them cannot be named. */
function writesOf(judged: JudgedStep, workspace: Workspace): Proposal | null {
  const asked = judged.touches.filter(
    ({ access, ruling }) => access === 'write' && ruling.decision === 'ask',
  );
  const rules = asked.map(({ path }) => suggestPaths(path, workspace)[0]?.[0]);
  return rules.every((rule) => rule !== undefined) ? rules : null;
}

/** The rules without repetitions: a loop asks for the same one in each of its turns. */
function distinct(rules: Proposal): Proposal {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/**
 * Up to three proposals, narrow to wide, for a call with these asked commands; empty if none is sensible. A proposal that needs more
 * than `mostRules` rules for commands is left out: that of a loop may be only its wide one.
 */
export function suggestRules(asked: readonly JudgedStep[], workspace: Workspace): readonly Proposal[] {
  const missing = asked.filter(({ by, step }) => by === 'none' && step.args.length > 0);
  const perCommand = missing.map((judged) => rulesFor(judged, workspace));
  const writes = asked.map((judged) => writesOf(judged, workspace));
  if (perCommand.some((rules) => rules.length === 0) || !writes.every((rules) => rules !== null)) return [];
  const depth = Math.max(1, ...perCommand.map((rules) => rules.length));
  const proposals: Proposal[] = [];
  for (let level = 0; level < Math.min(depth, mostProposals); level += 1) {
    const texts = perCommand.map((rules) => rules[Math.min(level, rules.length - 1)] ?? '');
    const commands = distinct(texts.map((text) => ({ tool: 'shell', allow: text })));
    if (commands.length <= mostRules) proposals.push(distinct([...commands, ...writes.flat()]));
  }
  return proposals;
}
