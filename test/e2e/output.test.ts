import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Output {
  readonly text: string;
  readonly facts: Record<string, unknown>;
}

async function run(command: string, extra: Record<string, unknown> = {}): Promise<Output> {
  const home = tempFolder();
  const { stdout } = await runCli(['shell', '--yolo', '--json', '--input', '-'], {
    home,
    input: JSON.stringify({ command, ...extra }),
  });
  const { content, details } = JSON.parse(stdout.toString());
  return { text: content[0].text, facts: details.output };
}

describe('output', () => {
  it('keeps arrival order in 200 of 200 runs of an alternating writer', async () => {
    const client = new RpcClient();
    const command = 'for i in 1 2 3 4 5 6 7 8 9 10; do echo o$i; echo e$i >&2; done';
    const expected = Array.from({ length: 10 }, (_, index) => `o${index + 1}\ne${index + 1}\n`).join('');
    for (let round = 0; round < 200; round += 1) {
      const { result } = await client.request('shell', { command });
      expect(result?.content).toEqual([{ type: 'text', text: expected }]);
    }
    await client.close();
  });

  it('a character split between two writes is whole', async () => {
    expect((await run("printf '\\303'; sleep 0.2; printf '\\251\\n'")).text).toBe('é\n');
  });

  it.each([
    ['while IFS= read -r l; do echo "[$l] ok"; done < f', '[k: 5\\r] ok\n[b\\r] ok\n'],
    ["sed 's/$/|end/' f", 'k: 5\\r|end\nb\\r|end\n'],
    ['v=$(head -1 f); echo "value is ${v#k: } units"', 'value is 5\\r units\n'],
    ['echo $(cat f)', 'k: 5\\r b\n'],
    ['cat f', 'k: 5\nb\n'],
    ["printf '10%%\\r50%%\\r100%%\\n'", '100%\n'],
  ])('text of CRLF files is not lost: %s', async (command, shown) => {
    const { text } = await run(`cd ${tempFolder()} && printf 'k: 5\\r\\nb\\r\\n' > f; ${command}`);
    expect(text.replace('(\\r stands for a lone carriage return)', '')).toBe(shown);
  });

  it.each([
    [30_000, false],
    [30_001, true],
  ])('%i characters: truncated is %s', async (chars, truncated) => {
    const { text, facts } = await run(`head -c ${chars} /dev/zero | tr '\\0' a | fold -w 100`);
    const bytes = chars + Math.ceil(chars / 100) - 1;
    expect(facts).toMatchObject({ bytes, truncated: true });
    expect(text.length).toBeLessThan(31_000);
    const exact = await run(`head -c ${chars} /dev/zero | tr '\\0' a | fold -w 99 | head -c ${chars}`);
    expect(exact.facts).toMatchObject({
      bytes: chars,
      truncated,
      omittedBytes: truncated ? expect.any(Number) : 0,
      spillPath: truncated ? expect.any(String) : null,
    });
    if (!truncated) expect(exact.text).toHaveLength(chars);
  });

  it('a line of 20 MB is cut with its loss named', async () => {
    const { text, facts } = await run("head -c 20000000 /dev/zero | tr '\\0' a");
    expect(text).toMatch(/^a{2000}\[… 19998000 more characters\]/);
    expect(facts).toMatchObject({ bytes: 20_000_000, lines: 1, omittedBytes: 19_998_000, truncated: true });
  });

  it('over a terminal what is shown, omitted and cleaned of it is all that was printed', async () => {
    const { text, facts } = await run('seq 1 100000', { pty: true });
    const [, head = '', tail = ''] = /^(.*\n)\[… .* omitted …\]\n(.*\n100000\n)/s.exec(text) ?? [];
    expect(facts).toMatchObject({ bytes: 688_895, lines: 100_000, cleanedBytes: 100_000, truncated: true });
    expect(head.length + tail.length + Number(facts.omittedBytes) + 100_000).toBe(688_895);
    expect((await run('seq 1 100000')).facts).toEqual({
      ...facts,
      bytes: 588_895,
      cleanedBytes: undefined,
      spillPath: expect.any(String),
    });
  });

  it('maxOutputChars lowers the cap', async () => {
    const { text, facts } = await run('seq 1 1000', { maxOutputChars: 100 });
    expect(facts).toMatchObject({ bytes: 3893, lines: 1000, truncated: true });
    expect(text.length).toBeLessThan(500);
    const { stderr } = await runCli(['--yolo', 'shell', 'true', '--max-output-chars', '30001'], {
      home: tempFolder(),
    });
    expect(stderr).toBe('agent-tools: maxOutputChars may only lower caps.outputChars, which is 30000.\n');
  });
});

it('tells every ten seconds how much is held back, a growing count, and how to see it', async () => {
  const home = tempFolder();
  const command = 'seq 1 100000; until [ -e stop ]; do seq 1 1000; sleep 0.2; done; echo end';
  const child = startCli(['shell', '--yolo', command], { home });
  const stdout = text(child.stdout ?? Readable.from([]));
  const counts: number[] = [];
  for await (const line of createInterface({ input: child.stderr ?? Readable.from([]) })) {
    const [, bytes] =
      /stdout: (\d+) bytes, \d+ lines held back so far \(--no-cap shows everything\)$/.exec(line) ?? [];
    if (bytes !== undefined && counts.push(Number(bytes)) === 2) writeFileSync(join(home, 'stop'), '');
  }
  const [first = 0, second = 0] = counts;
  expect(first).toBeGreaterThan(500_000);
  expect(second).toBeGreaterThan(first);
  expect(await stdout).toMatch(/^1\n2\n[\s\S]*\n1000\nend\n$/);
});
