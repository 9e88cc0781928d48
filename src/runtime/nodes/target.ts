import type { Settings } from '../../config/schema.ts';
import type { MoveEffect } from '../../core/effect.ts';
import { refuseField } from '../../core/failure.ts';
import { builtInHosts, type HostChoice, hostOf } from '../../core/host.ts';
import { nearest } from '../../core/names/nearest.ts';
import { isRecord } from '../../core/record.ts';
import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** Where a call runs. */
export interface Target {
  /** The name of a node, or null for this machine. */
  readonly node: string | null;
  /** The input without what only says where; `host` of a built-in kind stays for tools that have that field. */
  readonly input: unknown;
  /** The call says itself that it runs elsewhere than calls do by default. */
  readonly move: MoveEffect | null;
}

function isOneOf(name: string): boolean {
  return builtInHosts.some((known) => known === name);
}

/** The nodes of a configuration by name. */
function nodeNames({ hosts }: Settings): readonly string[] {
  return Object.keys(hosts);
}

/** What a call says about where it runs. Throws `invalid_input` for fields that are no names. */
function choiceOf({ host, node }: Readonly<Record<string, unknown>>): HostChoice {
  const nameIn = (field: string, value: unknown): string | undefined => {
    // Clients that fill in every field say null for what they leave out.
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
  if (Object.hasOwn(settings.hosts, name) || (isOneOf(name) && field === 'host')) return;
  const known = [...(field === 'host' ? builtInHosts : []), ...nodeNames(settings)];
  if (known.length === 0) refuseField(field, `is "${name}", but "hosts" has no nodes`);
  const hint = nearest(name, known);
  refuseField(
    field,
    `is "${name}", ${hint === null ? `expected one of ${known.join(', ')}` : `did you mean "${hint}"?`}`,
  );
}

/**
 * Where a call runs: as its `host` and `node` say, else by the configuration. A call that another agent-tools sent here
 * goes on to no node. Throws `invalid_input` for a host that is not known.
 */
export function targetOf(
  input: unknown,
  tool: Pick<Tool<ToolContext>, 'input'>,
  { settings, isForwarded }: { readonly settings: Settings; readonly isForwarded: boolean },
): Target {
  const hasField = 'entries' in tool.input && Object.hasOwn(Object(tool.input.entries), 'host');
  const isNode = (host: string): boolean => Object.hasOwn(settings.hosts, host);
  const usual = isForwarded && isNode(settings.host) ? 'local' : hostOf({}, settings.host);
  // Without nodes there is nothing to choose: the field is the tool's own, or unknown to it.
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
  // A tool without the field never runs in the sandbox, so only leaving a node is a move.
  return { node: null, input: rest, move: isNode(usual) ? move : null };
}
