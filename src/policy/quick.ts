import type { Settings } from '../config/schema.ts';
import type { Effect, ExecEffect } from '../core/effect.ts';
import { isSensitiveName } from '../core/paths/sensitive.ts';
import { environmentRulings } from './call.ts';
import { FactBook } from './fact-book.ts';
import type { Judgement, PolicyInput } from './judge.ts';
import { allowedByFull, modeOf, refusedByMode, settle } from './mode.ts';
import { moveRuling } from './move.ts';
import { holdsProtected } from './paths/holding.ts';
import { isProtected, judgePath, lexicalPath, type Scope } from './paths/scope.ts';
import { ask, nothing, type Ruling, stopping, strictest } from './ruling.ts';

/** Characters of a text whose every word is looked up. */
const longestText = 4096;
/** A path that is one word of a plain text. */
const plainPath = /^[\w./:@%+-]*$/;

/** Texts in which a shell finds no expansion, redirect or grouping: every word it runs stands there, at most with quotes between. */
const plainText = /^[\w./:=,@%+\- \t\n"'|&;]*$/;
const assignment = /(^|[^\w./-])[A-Za-z_]\w*\+?=/;
/** What gives later words another folder to start from. */
const leading =
  /(^|\W)(cd|pushd|popd)(\W|$)|(^|\s)-(\w*C|-(cwd|chdir|directory|prefix|work-tree|git-dir|root))/;
/**
 * Every name that the guard, and what looks where things are put, go by, in lower case and wherever it stands; `echo format` only
 * goes the long way.
 */
const guardedNames = (
  'rsync rm mk wipefs blkdiscard newfs dd tee cp mv shred truncate install sponge shutdown reboot halt poweroff init ' +
  'systemctl find chmod chown chgrp disk format computer del erase kill clean chattr setfacl kexec rtcwake ipmitool loginctl busctl dbus ' +
  'badblocks mdadm cryptsetup hdparm nvme zpool remove flash nandwrite scrub nwipe parted rimraf trash base64 base32 openssl xxd fork while until xargs parallel dev/'
).split(' ');
/** Those that stand in too many other words to be looked for within one, some of them programs that decode what others run. */
const guardedWord = /(?<!\w)(ln|zip|tr)(?!\w)|(?<![\w-])rev(?![\w-])|r[id](?![a-z])/;

/** Whether a text names what the guard goes by. A pattern takes longer to be made than a plain text to be looked through. */
function isGuarded(text: string): boolean {
  const lower = text.toLowerCase();
  if (guardedNames.some((name) => lower.includes(name))) return true;
  return (
    ['ln', 'ri', 'rd', 'zip', 'tr', 'rev'].some((name) => lower.includes(name)) && guardedWord.test(lower)
  );
}

/** Whether a text may give later words another folder to start from. */
function isLeading(text: string): boolean {
  return ['-', 'cd', 'pushd', 'popd'].some((part) => text.includes(part)) && leading.test(text);
}

/** Whether no word of a command could concern the guard, the environment rules or a grammar of its own. */
function isPlain({ script, argv, shell, elevated, fed, env }: ExecEffect): boolean {
  if (elevated || typeof fed?.text === 'string' || (shell !== null && shell !== 'bash' && shell !== 'sh'))
    return false;
  // What programs start may stand in their variables.
  for (const _ in env) return false;
  const text = script ?? (argv ?? []).join(' ');
  if (text.length > longestText || !plainText.test(text)) return false;
  if (script !== null && /["']/.test(text.replace(quoted, ''))) return false;
  if (text.includes('=') && assignment.test(text)) return false;
  const bare = withoutQuotes(text);
  return !isGuarded(bare) && !isLeading(bare);
}

/** Whether nothing but protected paths, secrets and the environment can refuse, so that no command need be taken apart. */
export function isQuick({ settings, rules, effects, protectedPaths, isShown }: PolicyInput): boolean {
  const { security, ask } = settings.approval;
  if (isShown === true || security !== 'full' || ask === 'always' || settings.workspace.restrict)
    return false;
  if (rules.some((rule) => rule.tool !== 'shell' || rule.allow === undefined)) return false;
  if (!protectedPaths.every((path) => plainPath.test(path))) return false;
  return effects.every((effect) => (effect.kind === 'exec' ? isPlain(effect) : effect.kind !== 'input'));
}

function withoutQuotes(text: string): string {
  return text.replaceAll('"', '').replaceAll("'", '');
}

const quoted = /"([^"]*)"|'([^']*)'/g;

/** The words of a plain text as a shell takes them apart: what stands in quotes belongs to the word around it. */
function shellWords(text: string): readonly string[] {
  const words = text.match(/(?:[^\s;|&"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(quoted, (_, double = '', single = '') => double + single));
}

/** The values that a word may carry: around `=`, `@`, `:` and `,`, and behind its first letters if it is an option. */
function valuesIn(word: string): readonly string[] {
  const attached = word.startsWith('-')
    ? [word.slice(2), word.slice(1 + word.slice(1).search(/[./~]|$/))]
    : [];
  return [...attached, ...word.split(/[=@:,]/)];
}

/** Everything in a plain text that could be a word or the value of an option, also where a text in quotes is taken apart once more. */
function looseWords({ script, argv }: ExecEffect): ReadonlySet<string> {
  const words = script === null ? (argv ?? []) : shellWords(script);
  const within = words.flatMap((word) => withoutQuotes(word).split(/[\s;|&]+/));
  const all = [...words, ...within].flatMap((word) => [word, ...valuesIn(word)]);
  return new Set(all.filter((word) => word !== ''));
}

/** Whether a word is, or leads to, a path that is closed or a secret. */
function isClosed(word: string, { cwd, searchPath }: ExecEffect, scope: Scope): boolean {
  const { book, mode } = scope;
  const program = word.includes('/') ? null : book.program(word, cwd, searchPath);
  const facts = [book.path(word, cwd), ...(program === null ? [] : [book.path(program.realPath, cwd)])];
  if (isSensitiveName(word, mode.sensitive)) return true;
  return facts.some(
    (fact) =>
      fact.isProcess === true ||
      (fact.kind === 'folder' && holdsProtected(scope, fact)) ||
      isSensitiveName(fact.realPath, mode.sensitive) ||
      isProtected(scope, fact, lexicalPath(word, cwd)),
  );
}

function execRuling(effect: ExecEffect, scope: Scope): Ruling {
  const ruling = strictest(environmentRulings(effect, true), allowedByFull);
  if (ruling.decision !== 'allow') return ruling;
  for (const word of looseWords(effect)) {
    if (isClosed(word, effect, scope)) return ask(`"${word}" has to be looked at`);
  }
  return ruling;
}

function effectRuling(effect: Effect, settings: Settings, scope: Scope): Ruling {
  if (effect.kind === 'signal') return stopping;
  switch (effect.kind) {
    case 'exec':
      return execRuling(effect, scope);
    case 'read':
    case 'list':
    case 'write':
      return judgePath(scope, {
        access: effect.kind,
        given: effect.path,
        cwd: scope.workspace.cwd,
        fact: null,
      });
    case 'move':
      return moveRuling(effect, settings, []);
    default:
      return allowedByFull;
  }
}

const none: Omit<Judgement, 'decision' | 'reason' | 'rule'> = {
  commands: [],
  suggest: [],
  paths: [],
  proposals: [],
  inputSession: null,
  opaque: null,
  environment: {},
  scripts: [],
};

/** The judgement under `security: deny`, by which a session of one's own may be stopped and nothing else be done. */
export function refuseAll(effects: readonly Effect[]): Judgement {
  const rulings = effects.map(({ kind }) => (kind === 'signal' ? stopping : refusedByMode));
  const { decision, reason, rule } = strictest(rulings, nothing);
  return { ...none, decision, reason, rule };
}

/** Judges where the parser and the rules are not needed, and does not load them. */
export async function judgeQuickly(input: PolicyInput): Promise<Judgement> {
  const { workspace, protectedPaths, effects } = input;
  const mode = modeOf(input.settings);
  const book = new FactBook(input.facts);
  const scope: Scope = { workspace, protectedPaths, rules: { read: [], list: [], write: [] }, mode, book };
  const rulings = effects.map((effect) => effectRuling(effect, input.settings, scope));
  const { decision, reason, rule } = settle(strictest(rulings, nothing), mode);
  return { ...none, decision, reason, rule };
}
