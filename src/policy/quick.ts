import type { Effect, ExecEffect } from '../core/effect.ts';
import { longestPath } from '../core/longest-path.ts';
import { elevatedRuling, environmentRulings } from './call.ts';
import { FactBook } from './fact-book.ts';
import type { Judgement, PolicyInput } from './judge.ts';
import { modeOf, refusedByMode, settle } from './mode.ts';
import { baseName } from './programs/wrappers.ts';
import { allow, builtIn, deny, type Ruling, strictest } from './ruling.ts';
import { holdsProtected, isProtected, judgePath, lexicalPath, type Scope } from './scope.ts';
import { isMover } from './words.ts';

const mostCommands = 512;
const mostWords = 256;

/** Whether nothing but protected paths, secrets and the environment can refuse, so that no command need be taken apart. */
export function isQuick({ settings, rules }: PolicyInput): boolean {
  const { security, ask } = settings.approval;
  if (security === 'deny') return true;
  const open = security === 'full' && ask !== 'always' && !settings.guard && !settings.workspace.restrict;
  return open && rules.every((rule) => rule.tool === 'shell' && rule.allow !== undefined);
}

/** Everything in a text that could be a word, as any shell might split it, command by command. */
function looseCommands(effect: ExecEffect): readonly (readonly string[])[] {
  const texts =
    effect.script === null ? [(effect.argv ?? []).join(' ')] : effect.script.split(/[;|&\n(){}`]+/);
  return texts.slice(0, mostCommands).map((text) => {
    const words = text.split(/[\s<>]+/).flatMap((word) => [word, ...word.split('=').slice(1)]);
    const plain = words.map((word) => word.replace(/["'\\]/g, ''));
    return [...new Set(plain)]
      .filter((word) => word !== '' && word.length <= longestPath)
      .slice(0, mostWords);
  });
}

function isClosed(word: string, moves: boolean, at: { effect: ExecEffect; scope: Scope }): boolean {
  const { book, workspace } = at.scope;
  const { cwd, searchPath } = at.effect;
  const path = word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, workspace.home);
  const program = path.includes('/') ? null : book.program(path, cwd, searchPath);
  const fact = book.path(program === null ? path : program.realPath, cwd);
  if (moves && fact.kind === 'folder' && holdsProtected(at.scope, fact)) return true;
  return isProtected(at.scope, fact, lexicalPath(path, cwd));
}

function execRuling(effect: ExecEffect, input: PolicyInput, scope: Scope): Ruling {
  const elevated = elevatedRuling(effect, input.settings);
  const rulings = [...environmentRulings(effect, true), ...(elevated === null ? [] : [elevated])];
  for (const words of looseCommands(effect)) {
    const moves = words.some((word) => isMover(baseName(word)));
    const closed = words.find((word) => isClosed(word, moves, { effect, scope }));
    if (closed === undefined) continue;
    rulings.push(
      deny(
        `"${closed}" belongs to the policy itself and is closed to every tool`,
        builtIn('protected paths'),
      ),
    );
  }
  return strictest(rulings, allow('approval.security is full'));
}

function effectRuling(effect: Effect, input: PolicyInput, scope: Scope): Ruling {
  if (effect.kind === 'signal') return allow('a session of its own may be stopped');
  if (scope.mode.security === 'deny') return refusedByMode;
  switch (effect.kind) {
    case 'exec':
      return execRuling(effect, input, scope);
    case 'read':
    case 'list':
    case 'write':
      return judgePath(scope, {
        access: effect.kind,
        given: effect.path,
        cwd: scope.workspace.cwd,
        fact: null,
      });
    default:
      return allow('approval.security is full');
  }
}

const none: Omit<Judgement, 'decision' | 'reason' | 'rule'> = {
  commands: [],
  suggest: [],
  paths: [],
  proposals: [],
  opaque: null,
  environment: {},
  scripts: [],
};

/** Judges where the parser and the rules are not needed, and does not load them. */
export async function judgeQuickly(input: PolicyInput): Promise<Judgement> {
  const { workspace, protectedPaths, effects } = input;
  const mode = modeOf(input.settings);
  const book = new FactBook(input.facts);
  const judge = () => {
    const scope: Scope = { workspace, protectedPaths, rules: { read: [], list: [], write: [] }, mode, book };
    return effects.map((effect) => effectRuling(effect, input, scope));
  };
  let rulings = judge();
  while (book.isWaiting) {
    await book.resolve();
    rulings = judge();
  }
  const { decision, reason, rule } = settle(strictest(rulings, allow('nothing happens')), mode);
  return { ...none, decision, reason, rule };
}
