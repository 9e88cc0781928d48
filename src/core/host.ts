import { wrongField } from './failure.ts';

/** Names of hosts that are not nodes. */
export const builtInHosts = ['local', 'gateway', 'sandbox'] as const;

/** What a call says about where it runs. */
export interface HostChoice {
  readonly host?: string | undefined;
  readonly node?: string | undefined;
}

/**
 * The host a call runs on: `local`, `sandbox` or the name of a node; the configured one unless the call names another.
 * Throws `invalid_input` for a `node` without `host: "node"` and the other way round.
 */
export function hostOf({ host, node }: HostChoice, configured: string): string {
  if ((host === 'node') !== (node !== undefined)) {
    const field = node === undefined ? 'node' : 'host';
    const problem = node === undefined ? 'is missing; host "node" needs it' : 'must be "node" beside "node"';
    throw wrongField(field, problem);
  }
  const name = node ?? host ?? configured;
  return name === 'gateway' ? 'local' : name;
}
