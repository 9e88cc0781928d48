import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

interface Start {
  readonly words: readonly string[];
  /** Messages to a server. */
  readonly input?: readonly object[];
}

const request = (id: number, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** Milliseconds that a start may take, of which each takes some tens. */
const limitMs = 30_000;

/** How the program is mostly started, the most usual first. */
const starts: readonly Start[] = [
  { words: ['shell', '--yolo', 'true'] },
  { words: ['shell', 'ls -la | head -n 3'] },
  { words: ['policy', 'check', 'git status --short && ls'] },
  {
    words: ['mcp', '--yolo'],
    input: [
      request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }),
      request(2, 'tools/list'),
      request(3, 'tools/call', { name: 'shell', arguments: { command: 'echo hello' } }),
      request(4, 'tools/call', { name: 'read', arguments: { path: 'notes.txt' } }),
    ],
  },
  { words: ['rpc', '--yolo'], input: [request(1, 'ping'), request(2, 'shell', { command: 'true' })] },
];

/** Sends a server its messages, each when the one before is answered, and ends it. */
async function talk(
  server: Bun.Subprocess<'pipe', 'pipe', 'ignore'>,
  input: readonly object[],
): Promise<void> {
  const answers = server.stdout.getReader();
  for (const message of input) {
    server.stdin.write(`${JSON.stringify(message)}\n`);
    await server.stdin.flush();
    const { done } = await answers.read();
    if (done) break;
  }
  await server.stdin.end();
}

/**
 * Starts a program in the usual ways, in a home of its own within `folder`; returns files that name the functions each start took. A
 * build that is given them puts those together, so that a start reads less of the program. Where a start fails, its file is missing.
 */
export async function recordStarts(program: string, folder: string): Promise<string[]> {
  const home = join(folder, 'home');
  await mkdir(home);
  await Bun.write(join(home, 'notes.txt'), 'one\ntwo\n');
  const files: string[] = [];
  for (const [index, { words, input = [] }] of starts.entries()) {
    const file = join(folder, `${index}.order`);
    try {
      const server = Bun.spawn([program, ...words], {
        cwd: home,
        env: { PATH: process.env.PATH ?? '', HOME: home, BUN_BYTECODE_ORDER_OUT: file },
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: limitMs,
      });
      await talk(server, input);
      await server.exited;
    } catch {
      // It does not run here: the build is as good, and starts a bit slower.
    }
    if (existsSync(file)) files.push(file);
  }
  return files;
}
