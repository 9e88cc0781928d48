import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A home where everything runs but `touch`, which a rule denies. */
function openHome() {
  const home = realpathSync(tempFolder());
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  const config = {
    approval: { security: 'full', ask: 'off' },
    rules: [{ tool: 'shell', deny: 'touch *' }],
  };
  writeFileSync(join(home, '.config/agent-tools/config.json'), JSON.stringify(config));
  return { home, cwd: home, mark: join(home, 'mark') };
}

describe('a text on the standard input of what runs it', () => {
  const rows: readonly (readonly [command: readonly string[], text: string])[] = [
    [['bash'], 'touch mark'],
    [['sh', '-s'], 'cd . && touch mark'],
    [['env', 'bash'], 'touch mark'],
    [['xargs', 'touch'], 'mark'],
  ];

  it.each(rows)('%j (command line)', async (command, text) => {
    const { home, cwd, mark } = openHome();
    const { status } = await runCli(['shell', '--stdin', text, command.join(' ')], { home, cwd });
    expect({ status, ran: existsSync(mark) }).toEqual({ status: 126, ran: false });
  });

  it.each(rows)('%j (JSON-RPC, no shell)', async (argv, stdin) => {
    const { home, cwd, mark } = openHome();
    const client = new RpcClient({ home, cwd, args: [] });
    const { result } = await client.request('shell', { argv, stdin });
    await client.close();
    expect({ status: result?.status, ran: existsSync(mark) }).toEqual({ status: 'denied', ran: false });
  });
});
