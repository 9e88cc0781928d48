/** Versions that start with `initialize`, newest first. */
const initializedVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type InitializedVersion = (typeof initializedVersions)[number];

/** Versions in which every request has its own `_meta`, newest first. */
export const statelessVersions: readonly string[] = ['2026-07-28'];

/** Members of `_meta` that make a request stateless. */
export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** The version to use with a client that asks for `wanted`: that one, or our newest if it is unknown. */
export function negotiate(wanted: string): InitializedVersion {
  return initializedVersions.find((version) => version === wanted) ?? initializedVersions[0];
}

/** What the server says of itself. */
export function serverInfo(version: string) {
  return { name: 'agent-tools', title: 'agent-tools', version };
}
