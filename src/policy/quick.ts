import type { Effect, ExecEffect } from '../core/effect.ts';
import { elevatedRuling, environmentRulings } from './call.ts';
import { FactBook } from './fact-book.ts';
import type { Judgement, PolicyInput } from './judge.ts';
import { modeOf, refusedByMode, settle } from './mode.ts';
import { allow, builtIn, deny, type Ruling, strictest } from './ruling.ts';
import { isProtected, judgePath, lexicalPath, type Scope } from './scope.ts';

const mostWords = 2048;

/** Whether nothing but protected paths, secrets and the environment can refuse, so that no command need be taken apart. */
export function isQuick({ settings, rules }: PolicyInput): boolean {
  const { security, ask } = settings.approval;
  if (security === 'deny') return true;
  const open = security === 'full' && ask !== 'always' && !settings.guard && !settings.workspace.restrict;
  return open && rules.every((rule) => rule.tool === 'shell' && rule.allow !== undefined);
}

/** Everything in a text that could be a path, as any shell might split it. */
function looseWords(effect: ExecEffect): readonly string[] {
  const texts = effect.script === null ? (effect.argv ?? []) : effect.script.split(/[\s;|&<>(){}`]+/);
  const plain = texts
    .flatMap((text) => [text, ...text.split('=').slice(1)])
    .map((text) => text.replace(/["'\\]/g, ''));
  return [...new Set(plain)].filter((text) => text !== '' && text.length <= 4096).slice(0, mostWords);
}

function execRuling(effect: ExecEffect, input: PolicyInput, scope: Scope): Ruling {
  const elevated = elevatedRuling(effect, input.settings);
  const closed = looseWords(effect).find((word) => {
    const path = word.replace(/^(~|\$HOME|\$\{?HOME\}?)(?=\/|$)/, scope.workspace.home);
    const program = path.includes('/') ? null : scope.book.program(path, effect.cwd, effect.searchPath);
    const real = program === null ? path : program.realPath;
    return isProtected(scope, scope.book.path(real, effect.cwd), lexicalPath(path, effect.cwd));
  });
  const refused =
    closed === undefined
      ? []
      : [
          deny(
            `"${closed}" belongs to the policy itself and is closed to every tool`,
            builtIn('protected paths'),
          ),
        ];
  return strictest(
    [...environmentRulings(effect, true), ...(elevated === null ? [] : [elevated]), ...refused],
    allow('approval.security is full'),
  );
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
