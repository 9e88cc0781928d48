import { relative } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import type { JudgedStep } from '../commands/step.ts';
import type { Proposal } from '../judge.ts';
import { rootsOf } from '../paths/scope.ts';
import { isWithin } from '../paths/within.ts';
import { isBuiltin } from '../programs/builtin-names.ts';
import { interpreterOf } from '../programs/interpreters.ts';
import { vetoesOf } from '../programs/vetoes.ts';
import { quoteWord } from './pattern.ts';
import { suggestPaths } from './suggest-paths.ts';

const mostCommands = 5;
const mostProposals = 3;

/** Programs whose first word chooses what they do. */
const subCommands: ReadonlySet<string> = new Set(
  (
    'git npm pnpm yarn bun deno cargo go pip pip3 uv poetry docker kubectl helm terraform gh brew apt ' +
    'apt-get dnf systemctl make gmake just task rake bundle gem mix dotnet gradle mvn rustup conda nx ' +
    'turbo lerna composer flutter dart swift zig cmake npx bunx uvx'
  ).split(' '),
);

/** Sub-commands that take one more word to say what they do. */
const twoWords =
  /^(run|compose|exec|dlx|x|remote|stash|submodule|worktree|tool|mod|config|pkg|image|container|pr|issue|repo|workflow)$/;

/** Commands that are offered word by word only: widening them would allow what nobody meant. */
const neverWide =
  /^(rm|rmdir|unlink|shred|dd|chmod|chown|chgrp|chattr|kill|pkill|killall|curl|wget|ssh|scp|sftp|rsync|sudo|doas|su|mount|umount|docker|kubectl|crontab|at|eval|nc|ncat|socat|telnet|find|xargs|env|awk|gawk|mawk|nawk|sed|tar|mv|cp|ln|install|tee|truncate)$/;
/** Command lines of accounts, machines and stores: one command of them says nothing about the others. */
const farReaching =
  /^(aws|az|gcloud|gsutil|bq|oci|doctl|heroku|vercel|netlify|fly|flyctl|wrangler|firebase|pulumi|ansible(-.*)?|redis-cli|mongo|mongosh|ip6?tables|nft|ufw|(user|group)(add|mod|del)|passwd|chpasswd|dpkg|rpm|snap|flatpak|pacman|apk|zypper|yum)$/;
const neverWideSub: Readonly<Record<string, RegExp>> = {
  git: /^(push|reset|clean|checkout|restore|rebase|filter-branch|gc|prune|reflog|config|rm|submodule|update-ref|clone|bisect|worktree|stash|switch|branch|tag|remote|cherry-pick|revert|merge|pull|fetch|am|apply|mv)$/,
  npm: /^(exec|x|publish|unpublish|config|set|login|token|owner|access|install|i|add|ci|uninstall|link|audit|update|init|create|deprecate|dist-tag|run|run-script)$/,
  pnpm: /^(exec|dlx|publish|config|install|i|add|create|run|update|link)$/,
  yarn: /^(exec|dlx|publish|config|add|create|run|link|install)$/,
  bun: /^(x|exec|add|install|create|run|publish)$/,
  cargo: /^(publish|install|login|owner|yank|add|run|config)$/,
  go: /^(get|install|run|generate|env|tool)$/,
  pip: /^(install|download|config|uninstall)$/,
  pip3: /^(install|download|config|uninstall)$/,
  uv: /^(run|pip|tool|add|publish)$/,
  gh: /./,
  apt: /^(install|remove|purge|autoremove|upgrade|full-upgrade)$/,
  'apt-get': /^(install|remove|purge|autoremove|upgrade|dist-upgrade)$/,
  dnf: /^(install|remove|erase|upgrade|update|downgrade)$/,
  brew: /^(install|uninstall|remove|upgrade|tap)$/,
  gem: /^(install|uninstall|push|yank|owner)$/,
  helm: /^(install|upgrade|uninstall|delete|rollback|push|plugin|repo)$/,
  terraform: /^(apply|destroy|import|state|taint|untaint|init|force-unlock|workspace)$/,
  systemctl: /^(?!(status|show|cat|list-.*|is-.*)$)/,
  npx: /^-/,
};

function wordsOf(judged: JudgedStep): readonly string[] | null {
  const words = judged.step.args.map((arg) => (arg.kind === 'text' ? arg.text : null));
  return words.every((word) => word !== null) ? words : null;
}

/** The first word of a rule: the bare name of a trusted program, else the path that was meant. */
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

/** How many words after the program make its sub-command, or 0 when widening it would mean too much. */
function subWidth(base: string, args: readonly string[]): number {
  if (!subCommands.has(base)) return 0;
  const first = args[0] ?? '';
  if (first === '' || first.startsWith('-')) return 0;
  const isTwo = twoWords.test(first) && args[1] !== undefined && !args[1].startsWith('-');
  if (
    isTwo &&
    /^(npm|pnpm|yarn|bun|cargo|go|docker|uv|poetry|gh)$/.test(base) &&
    /^(run|compose|mod|tool)$/.test(first)
  )
    return 2;
  const blocked = Object.hasOwn(neverWideSub, base) ? neverWideSub[base] : undefined;
  return blocked?.test(first) === true ? 0 : 1;
}

/** Rules for one asked command, narrow to wide, as texts. */
function rulesFor(judged: JudgedStep, workspace: Workspace): readonly string[] {
  const words = wordsOf(judged);
  const program = programWord(judged, workspace);
  if (words === null || program === null || judged.program === null) return [];
  const { base } = judged.program;
  const args = words.slice(1);
  const vetoes = vetoesOf(base, args, judged.step.piped);
  if (vetoes.never !== null || (isBuiltin(base) && judged.program.builtin && args.length === 0)) return [];
  const head = quoteWord(program);
  const exact = [head, ...args.map(quoteWord)].join(' ');
  const rules = [exact];
  const wide = (count: number) => [head, ...args.slice(0, count).map(quoteWord), '*'].join(' ');
  if (
    neverWide.test(base) ||
    farReaching.test(base) ||
    judged.program.builtin ||
    vetoes.words.size > (base === 'npx' ? 1 : 0)
  )
    return rules;
  if (interpreterOf(base) !== null) {
    const script = args[0] ?? '';
    return script !== '' && !script.startsWith('-') ? [...rules, wide(1)] : rules;
  }
  const width = subWidth(base, args);
  if (width > 0) rules.push(wide(width));
  else if (!subCommands.has(base)) rules.push(wide(0));
  return [...new Set(rules)].slice(0, 3);
}

/** The files a step asks to write, as rules for exactly them; null when one cannot be named. */
function writesOf(judged: JudgedStep, workspace: Workspace): Proposal | null {
  const asked = judged.touches.filter(({ ruling }) => ruling.decision === 'ask');
  const rules = asked.map(({ path }) => suggestPaths(path, workspace)[0]?.[0]);
  return rules.every((rule) => rule !== undefined) ? rules : null;
}

/** Up to three proposals, narrow to wide, for a call whose asked commands are these; empty when none would be sensible. */
export function suggestRules(asked: readonly JudgedStep[], workspace: Workspace): readonly Proposal[] {
  const missing = asked.filter(({ by, step }) => by === 'none' && step.args.length > 0);
  const perCommand = missing.map((judged) => rulesFor(judged, workspace));
  const writes = asked.map((judged) => writesOf(judged, workspace));
  if (missing.length > mostCommands || perCommand.some((rules) => rules.length === 0)) return [];
  if (!writes.every((rules) => rules !== null)) return [];
  const depth = Math.max(1, ...perCommand.map((rules) => rules.length));
  const proposals: Proposal[] = [];
  for (let level = 0; level < Math.min(depth, mostProposals); level += 1) {
    const texts = perCommand.map((rules) => rules[Math.min(level, rules.length - 1)] ?? '');
    const commands = [...new Set(texts)].map((text) => ({ tool: 'shell', allow: text }));
    proposals.push([...commands, ...writes.flat()]);
  }
  return proposals;
}
