import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { TerminalRun } from '../helpers/terminal.ts';

const sequence = '\x1b[';

describe('colours on a terminal', () => {
  const lines: readonly (readonly [words: readonly string[], status: number])[] = [
    [['read', 'missing'], 1],
    [['-h'], 0],
    [['read', '-h'], 0],
    [['read', '--bad'], 2],
    [['write', 'made', '--content', 'x', '--yolo'], 0],
  ];

  async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const terminal = new TerminalRun(words, { env: { TERM: 'xterm', ...env } });
    return { status: await terminal.exited, isColoured: terminal.output.includes(sequence) };
  }

  it.each(lines)('%j has them', async (words, status) => {
    expect(await run(words)).toEqual({ status, isColoured: true });
  });

  it.each(lines)('%j has none with --no-color, wherever it stands', async (words, status) => {
    expect(await run([...words, '--no-color'])).toEqual({ status, isColoured: false });
    expect(await run(['--no-color', ...words])).toEqual({ status, isColoured: false });
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('there are none with %j', async (env) => {
    for (const [words, status] of lines) expect(await run(words, env)).toEqual({ status, isColoured: false });
  });

  it('a word behind -- is none of ours', async () => {
    expect(await run(['read', 'missing', '--', '--no-color'])).toEqual({ status: 2, isColoured: true });
  });

  it('there are none in a pipe', async () => {
    for (const [words] of lines) {
      const { stdout, stderr } = await runCli(words, { env: { TERM: 'xterm' } });
      expect(stdout.toString() + stderr).not.toContain(sequence);
    }
  });
});
