import { wrongField } from './failure.ts';

/** Names of hosts that are not nodes. */
export const builtInHosts = ['local', 'gateway', 'sandbox'] as const;

/** Whether a host is no node. */
export function isBuiltInHost(name: string): boolean {
  return builtInHosts.some((known) => known === name);
}

/** The fields of a call that say where it runs. */
export interface HostChoice {
  readonly host?: string | undefined;
  readonly node?: string | undefined;
}

/**
 * The host of a call: `local`, `sandbox` or the name of a node; the configured one unless the call names another. Throws
 * `invalid_input` for `node` without `host: "node"`, and for `host: "node"` without `node`.
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
