import { RpcClient } from './rpc-client.ts';

/** A client of `agent-tools mcp --yolo`, and a call of a tool that resolves to the texts of its answer. */
export async function mcpTexts(home: string, cwd: string) {
  const client = new RpcClient({ home, cwd, mode: 'mcp', args: ['--yolo'] });
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    clientInfo: { name: 'x', version: '1' },
    capabilities: {},
  });
  const call = async (name: string, input: object): Promise<string> => {
    const { result } = await client.request('tools/call', { name, arguments: input });
    const parts = (result?.content ?? []) as readonly { readonly text: string }[];
    return parts.map(({ text }) => text).join('\n');
  };
  return { client, call };
}
