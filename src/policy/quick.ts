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
import { words } from './programs/words.ts';
import { ask, nothing, type Ruling, stopping, strictest } from './ruling.ts';

/** Longest text, in characters, whose words are all looked up. */
const longestText = 4096;
/** Matches a path that is a single word of a plain text. */
const plainPath = /^[\w./:@%+-]*$/;

/** Matches text without expansions, redirects or groups: every word that a shell runs is in it, at most quoted. */
const plainText = /^[\w./:=,@%+\- \t\n"'|&;]*$/;
const assignment = /(^|[^\w./-])[A-Za-z_]\w*\+?=/;
/** Matches what may change the folder that later words are relative to. */
const leading =
  /(^|\W)(cd|pushd|popd)(\W|$)|(^|\s)-(\w*C|-(cwd|chdir|directory|prefix|work-tree|git-dir|root))/;
/**
 * All names that the guard and the checks of where things are placed and of lists of files look for, in lower case and anywhere
 * in the text. A false match as in `echo format` only takes the slow path.
 */
const guardedNames = words(
  'rsync rclone rm mk wipefs blkdiscard newfs dd tee cp mv shred truncate install sponge shutdown reboot halt poweroff init ' +
    'systemctl find chmod chown chgrp disk format computer del erase kill clean chattr setfacl kexec rtcwake ipmitool loginctl busctl dbus ' +
    'badblocks mdadm cryptsetup hdparm nvme zpool remove rename flash nandwrite scrub nwipe parted rimraf trash base64 base32 openssl xxd fork while until xargs parallel pax --files dev/',
);
/** Names that are part of too many other words to be searched for within words; some decode what others run. */
const guardedWord = /(?<!\w)(ln|zip|tr|fd)(?!\w)|(?<![\w-])rev(?![\w-])|r[id](?![a-z])/;

/** Matches `tar` with a list of the names that it packs. */
const tarList = /(?<!\w)(?:bsd|g)?tar\s.*T/s;

/** Whether a text contains a guarded name. The plain search comes first: it is cheaper than a regular expression. */
function isGuarded(text: string): boolean {
  const lower = text.toLowerCase();
  if (guardedNames.some((name) => lower.includes(name))) return true;
  if (lower.includes('tar') && tarList.test(text)) return true;
  return (
    ['ln', 'ri', 'rd', 'zip', 'tr', 'fd', 'rev'].some((name) => lower.includes(name)) &&
    guardedWord.test(lower)
  );
}

/** Whether a text may change the folder that later words are relative to. */
function isLeading(text: string): boolean {
  return ['-', 'cd', 'pushd', 'popd'].some((part) => text.includes(part)) && leading.test(text);
}

/** Whether the guard, the environment rules and grammars other than that of a plain line cannot concern a command. */
function isPlain({ script, argv, shell, elevated, fed, env }: ExecEffect): boolean {
  if (elevated || typeof fed?.text === 'string' || (shell !== null && shell !== 'bash' && shell !== 'sh'))
    return false;
  // A program may start what its variables contain.
  for (const _ in env) return false;
  const text = script ?? (argv ?? []).join(' ');
  if (text.length > longestText || !plainText.test(text)) return false;
  if (script !== null && /["']/.test(text.replace(quoted, ''))) return false;
  if (text.includes('=') && assignment.test(text)) return false;
  const bare = withoutQuotes(text);
  return !isGuarded(bare) && !isLeading(bare);
}

/** Whether only protected paths, secrets and the environment can refuse a call, so that its commands need not be parsed. */
export function isQuick({ settings, rules, effects, protectedPaths, isShown }: PolicyInput): boolean {
  const { security, ask } = settings.approval;
  if (isShown === true || security !== 'full' || ask === 'always' || settings.workspace.restrict)
    return false;
  // What is allowed anyway no rule that allows makes stricter.
  if (rules.some((rule) => rule.allow === undefined)) return false;
  if (!protectedPaths.every((path) => plainPath.test(path))) return false;
  return effects.every((effect) => (effect.kind === 'exec' ? isPlain(effect) : effect.kind !== 'input'));
}

function withoutQuotes(text: string): string {
  return text.replaceAll('"', '').replaceAll("'", '');
}

const quoted = /"([^"]*)"|'([^']*)'/g;

/** The words of a plain text as a shell splits it: quoted parts belong to the word around them. */
function shellWords(text: string): readonly string[] {
  const words = text.match(/(?:[^\s;|&"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(quoted, (_, double = '', single = '') => double + single));
}

/** The values that a word may contain: around `=`, `@`, `:` and `,`, and after the first letters of an option. */
function valuesIn(word: string): readonly string[] {
  const attached = word.startsWith('-')
    ? [word.slice(2), word.slice(1 + word.slice(1).search(/[./~]|$/))]
    : [];
  return [...attached, ...word.split(/[=@:,]/)];
}

/** Every possible word and option value in a plain text, including the words within quotes. */
function looseWords({ script, argv }: ExecEffect): ReadonlySet<string> {
  const words = script === null ? (argv ?? []) : shellWords(script);
  const within = words.flatMap((word) => withoutQuotes(word).split(/[\s;|&]+/));
  const all = [...words, ...within].flatMap((word) => [word, ...valuesIn(word)]);
  return new Set(all.filter((word) => word !== ''));
}

/** Whether a word is, or leads to, a protected path or a secret. */
function isClosed(word: string, { cwd, searchPath }: ExecEffect, scope: Scope): boolean {
  const { book, mode } = scope;
  const program = word.includes('/') ? null : book.program(word, cwd, searchPath);
  const facts = [book.path(word, cwd), ...(program === null ? [] : [book.path(program.realPath, cwd)])];
  if (isSensitiveName(word, mode.sensitive)) return true;
  return facts.some(
    (fact) =>
      fact.isProcess === true ||
      fact.holdsToken === true ||
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

/** The judgement under `security: deny`: a session of the caller may be stopped, anything else is refused. */
export function refuseAll(effects: readonly Effect[]): Judgement {
  const rulings = effects.map(({ kind }) => (kind === 'signal' ? stopping : refusedByMode));
  const { decision, reason, rule } = strictest(rulings, nothing);
  return { ...none, decision, reason, rule };
}

/** Judges a call that needs neither the parser nor the rules, without loading them. */
export async function judgeQuickly(input: PolicyInput): Promise<Judgement> {
  const { workspace, protectedPaths, effects } = input;
  const mode = modeOf(input.settings);
  const book = new FactBook(input.facts);
  const scope: Scope = { workspace, protectedPaths, rules: { read: [], list: [], write: [] }, mode, book };
  const rulings = effects.map((effect) => effectRuling(effect, input.settings, scope));
  const { decision, reason, rule } = settle(strictest(rulings, nothing), mode);
  return { ...none, decision, reason, rule };
}
