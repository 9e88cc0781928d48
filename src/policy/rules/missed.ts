import { ToolFailure } from '../../core/failure.ts';
import type { Proposal } from '../judge.ts';
import { compileRules } from './compile.ts';
import { parsePattern } from './pattern.ts';
import { subjects } from './subjects.ts';

type AllowRule = Proposal[number];

/** Whether a rule takes a command or path by its words alone. */
function takes(rule: AllowRule, example: string): boolean {
  try {
    compileRules([{ ...rule, match: [example], source: 'the answer', line: null }]);
    return true;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return false;
  }
}

const subjectOf = ({ tool }: AllowRule) => subjects[tool]?.[0];

function isForPaths(rule: AllowRule): boolean {
  const subject = subjectOf(rule);
  return subject === 'read' || subject === 'list' || subject === 'write';
}

/** Whether a rule names one command or one path. */
function isExact(rule: AllowRule): boolean {
  if (isForPaths(rule)) return !/[*?[\]{}\\]/.test(rule.allow);
  const { words, rest } = parsePattern(rule.allow);
  return !rest && words.every(({ literal }) => literal);
}

/** Whether a rule names a program or a file by a path, which may be that of one that is named otherwise. */
function hasOtherNames(rule: AllowRule): boolean {
  const [first = ''] = rule.allow.trim().split(/\s/);
  return isForPaths(rule) ? /^[/~]/.test(first) : first.includes('/');
}

/**
 * Whether something that `needed` names is allowed by none of `rules`. Only their words are compared: false where the system alone
 * could tell.
 */
export function missesSome(rules: Proposal, needed: Proposal): boolean {
  return needed.some((need) => {
    const about = rules.filter((rule) => subjectOf(rule) === subjectOf(need));
    const isSure = isExact(need) && !about.some((rule) => rule.allow !== need.allow && hasOtherNames(rule));
    return isSure && !about.some((rule) => takes(rule, need.allow));
  });
}
