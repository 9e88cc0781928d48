import { sourcePlace } from '../../../core/source-place.ts';
import { alignColumns } from '../../../core/text/align-columns.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import { escapeLine } from '../../../core/text/unseen.ts';
import type { Decision } from '../../../core/verdict.ts';
import { allProfiles } from '../../../policy/profiles/table.ts';
import type { SourcedRule } from '../../../policy/rules/rule.ts';
import { mayLearn } from '../../../runtime/approvals/learned-file.ts';
import { LearnedRules, learnedPath } from '../../../runtime/approvals/learned-rules.ts';
import type { CommandContext } from '../command.ts';

const decisions = ['allow', 'ask', 'deny'] as const;

function decisionOf(rule: SourcedRule): { readonly decision: Decision; readonly text: string } {
  for (const decision of decisions) {
    const text = rule[decision];
    if (text !== undefined) return { decision, text };
  }
  return { decision: 'ask', text: '' };
}

/** Names of the commands with profiles, sorted. */
function profiledNames(): readonly string[] {
  const names = allProfiles().flatMap(({ names: text }) => {
    const [programs = '', subs] = text.startsWith(': ') ? [text] : text.split(':');
    if (subs === undefined) return text.split(' ');
    return programs.split(' ').flatMap((program) => subs.split('|').map((sub) => `${program} ${sub.trim()}`));
  });
  return [...new Set(names)].sort();
}

/** The rules in force with their sources, and the commands that run unasked. */
export async function renderPolicy({ loadConfig, folders, globals }: CommandContext): Promise<string> {
  const { settings, rules } = await loadConfig();
  const learned = await new LearnedRules(learnedPath(folders), settings.locked).current();
  const all = [...rules, ...learned].map((rule) => {
    const { tool, reason, source, line } = rule;
    return {
      ...decisionOf(rule),
      tools: typeof tool === 'string' ? [tool] : tool,
      reason: reason ?? null,
      source,
      line,
    };
  });
  const { security, ask, fallback } = settings.approval;
  const profiles = profiledNames();
  if (globals.json)
    return `${jsonLine({ security, ask, fallback, guard: settings.guard, rules: all, profiles })}\n`;
  const rows = all.map(({ decision, text, tools, reason, source, line }) => [
    decision,
    tools.join(','),
    escapeLine(text),
    `${escapeLine(sourcePlace({ source, line }))}${reason === null ? '' : `  (${escapeLine(reason)})`}${reachOf({ decision, text, tools })}`,
  ]);
  const lock = mayLearn(settings.locked)
    ? ''
    : 'Rules learned from approvals may not allow anything: the configuration is locked.\n';
  return [
    `security ${security}, ask ${ask}, fallback ${fallback}, guard ${settings.guard ? 'on' : 'off'}\n`,
    lock,
    rows.length === 0 ? 'No rules.\n' : alignColumns(rows),
    `\nUnasked under the allowlist, in the forms that only read (${profiles.length} commands):\n${wrap(profiles)}`,
  ].join('');
}

/** A remark on a rule that asks or denies only its exact words: `git push` is not `git push origin`. */
function reachOf({
  decision,
  text,
  tools,
}: {
  decision: Decision;
  text: string;
  tools: readonly string[];
}): string {
  const isExact = decision !== 'allow' && tools.includes('shell') && !/\s\*\s*$/.test(text);
  return isExact ? `  [these words alone; "${escapeLine(text.trim())} *" has any further ones]` : '';
}

function wrap(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 100) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(`  ${name}`);
  }
  return `${lines.join('\n')}\n`;
}
