import { readFileSync } from 'node:fs';

/**
 * What a numbered page costs whoever answers with it, and nothing else: for each line of JSON on stdin that names a `path`, reads the
 * file, hashes and numbers it, and writes the answer. The floor of the `read` tool in the same runtime.
 */
async function serve(): Promise<void> {
  const stdout = Bun.stdout.writer();
  for await (const line of console) {
    const { id, params } = JSON.parse(line);
    const bytes = readFileSync(params.path);
    const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
    lines.pop();
    const text = lines.map((content, index) => `${String(index + 1).padStart(6)}\t${content}`).join('\n');
    const result = { content: [{ type: 'text', text }], details: { hash, lines: lines.length } };
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    await stdout.flush();
  }
}

await serve();
