import type { Settings } from '../../config/schema.ts';
import type { MoveEffect } from '../../core/effect.ts';
import { refuseField } from '../../core/failure.ts';
import { builtInHosts, type HostChoice, hostOf, isBuiltInHost } from '../../core/host.ts';
import { nearest } from '../../core/names/nearest.ts';
import { isRecord } from '../../core/record.ts';
import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** Where a call runs. */
export interface Target {
  /** The name of a node; null for this machine. */
  readonly node: string | null;
  /** The input without the fields for the host; `host` of a built-in kind stays if the tool has that field. */
  readonly input: unknown;
  /** Set if the call asks to run elsewhere than by default. */
  readonly move: MoveEffect | null;
}

/** The names of the configured nodes. */
function nodeNames({ hosts }: Settings): readonly string[] {
  return Object.keys(hosts);
}

/** The `host` and `node` of a call. Throws `invalid_input` if they are not strings. */
function choiceOf({ host, node }: Readonly<Record<string, unknown>>): HostChoice {
  const nameIn = (field: string, value: unknown): string | undefined => {
    // Clients that fill in every field send null for absent ones.
    const name = value ?? undefined;
    if (name === undefined || typeof name === 'string') return name;
    return refuseField(field, 'must be the name of a host');
  };
  const [hostName, nodeName] = [nameIn('host', host), nameIn('node', node)];
  return {
    ...(hostName === undefined ? {} : { host: hostName }),
    ...(nodeName === undefined ? {} : { node: nodeName }),
  };
}

function requireKnown(name: string, field: string, settings: Settings): void {
  if (Object.hasOwn(settings.hosts, name) || (isBuiltInHost(name) && field === 'host')) return;
  const known = [...(field === 'host' ? builtInHosts : []), ...nodeNames(settings)];
  if (known.length === 0) refuseField(field, `is "${name}", but "hosts" has no nodes`);
  const hint = nearest(name, known);
  refuseField(
    field,
    `is "${name}", ${hint === null ? `expected one of ${known.join(', ')}` : `did you mean "${hint}"?`}`,
  );
}

/**
 * Where a call runs: by its `host` and `node`, else by the configuration. A call from another agent-tools is not forwarded to a node.
 * Throws `invalid_input` for an unknown host.
 */
export function targetOf(
  input: unknown,
  tool: Pick<Tool<ToolContext>, 'input'>,
  { settings, isForwarded }: { readonly settings: Settings; readonly isForwarded: boolean },
): Target {
  const hasField = 'entries' in tool.input && Object.hasOwn(Object(tool.input.entries), 'host');
  const isNode = (host: string): boolean => Object.hasOwn(settings.hosts, host);
  const usual = isForwarded && isNode(settings.host) ? 'local' : hostOf({}, settings.host);
  // Without nodes there is no choice: the field is the tool's own, or unknown.
  if (!isRecord(input) || (nodeNames(settings).length === 0 && !hasField))
    return { node: null, input, move: null };
  const choice = choiceOf(input);
  const to = hostOf(choice, usual);
  requireKnown(to, choice.node === undefined ? 'host' : 'node', settings);
  const { host: _, node: __, ...rest } = input;
  const move: MoveEffect | null = to === usual ? null : { kind: 'move', from: usual, to };
  if (isNode(to)) {
    if (isForwarded) refuseField('host', `is "${to}", expected none: a node hands calls on to no other node`);
    return { node: to, input: rest, move };
  }
  if (hasField) return { node: null, input: { ...rest, host: to }, move };
  if (to === 'sandbox' && choice.host !== undefined)
    refuseField('host', 'is "sandbox", where only commands run');
  // A tool without the field never runs in the sandbox, so it only moves when it leaves a node.
  return { node: null, input: rest, move: isNode(usual) ? move : null };
}
