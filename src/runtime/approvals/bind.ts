import type { Effect } from '../../core/effect.ts';
import type { Facts, Look } from '../../core/ports.ts';
import { isRecord } from '../../core/record.ts';
import { sha256 } from '../../platform/files/sha256.ts';
import type { Judgement } from '../../policy/judge.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { canonicalJson } from './canonical.ts';

/** What an answer is bound to. */
export interface Bindable {
  readonly tool: string;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  readonly judgement: Judgement;
  readonly context: ToolContext;
}

/** Part of the digest, so that a record of another version never matches. */
const version = 1;

/**
 * The digest that an answer is bound to: tool, input, effects, argv and real path of every program, real cwd and paths, environment
 * overrides, host, and the content of scripts and of programs that are not trusted. Whatever may have changed since judging is looked
 * up again.
 */
export async function bindCall(call: Bindable, facts: Facts): Promise<string> {
  const { tool, input, effects, judgement, context } = call;
  const look = facts.look();
  return sha256(
    canonicalJson({
      version,
      tool,
      input: withoutWords(input),
      // What a command will read is unknown; only whether it gets the caller's standard input is bound.
      stdin: context.surface.stdin !== null,
      effects: effects.map((effect) => bindEffect(effect, judgement, look)),
      commands: judgement.commands.map(({ argv, program }) => ({ argv, program })),
      files: await hashFiles(call, facts),
    }),
  );
}

/** The input without its description, which a model words anew each time. */
function withoutWords(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { description: _, ...rest } = input;
  return rest;
}

function bindEffect(effect: Effect, { opaque }: Judgement, look: Look): unknown {
  switch (effect.kind) {
    case 'exec': {
      const { searchPath, ...rest } = effect;
      const cwd = look.path(effect.cwd, '/').realPath;
      // Identified programs are bound by their real paths; otherwise by the PATH in which they are looked up.
      return opaque === null ? { ...rest, cwd } : { ...rest, cwd, searchPath };
    }
    case 'read':
    case 'list':
    case 'write':
      return { ...effect, real: look.path(effect.path, '/').realPath };
    case 'input': {
      // The processes change from moment to moment; how they interpret the input is bound.
      const { readers: _, searchPath: __, ...rest } = effect;
      return rest;
    }
    default:
      return effect;
  }
}

/** Hashes of the files whose content the answer depends on. */
function hashFiles({ judgement }: Bindable, facts: Facts): Promise<readonly unknown[]> {
  const files = [...judgement.scripts].sort();
  return Promise.all(files.map(async (path) => [path, await facts.hash(path)]));
}
