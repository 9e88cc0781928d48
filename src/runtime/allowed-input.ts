import type { Effect } from '../core/effect.ts';
import type { ToolContext } from '../tools/tool-context.ts';

const none: ReadonlySet<string> = new Set();

function keyOf(node: string, session: string): string {
  return `${node}\0${session}`;
}

/** The sessions whose whole input a person allowed: those of this machine keep that themselves, for those on nodes this process does. */
export class AllowedInput {
  readonly #onNodes = new Set<string>();

  allowOn(node: string, session: string): void {
    this.#onNodes.add(keyOf(node, session));
  }

  /** The ids of those that receive input by the effects; none if the policy is locked. */
  async among(effects: readonly Effect[], { folders, settings }: ToolContext): Promise<ReadonlySet<string>> {
    const inputs = effects.flatMap((effect) => (effect.kind === 'input' ? [effect] : []));
    if (inputs.length === 0) return none;
    const [{ isInputAllowed }, { mayLearn }] = await Promise.all([
      import('../sessions/input/input-grant.ts'),
      import('./approvals/learned-file.ts'),
    ]);
    if (!mayLearn(settings.locked)) return none;
    const allowed = inputs.filter(({ node, session }) =>
      node === undefined ? isInputAllowed(folders.state, session) : this.#onNodes.has(keyOf(node, session)),
    );
    return new Set(allowed.map(({ session }) => session));
  }
}
