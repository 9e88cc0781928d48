import headless from '@xterm/headless';
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

describe('what is said behind the output of a command', () => {
  /** The line of a terminal that begins with our name, and the colour of its first letter (-1 for none). */
  async function saidBehind(command: string) {
    const run = new TerminalRun(['--yolo', 'shell', command], {
      env: { TERM: 'xterm', AGENT_TOOLS_CAPS_OUTPUT_CHARS: '2000' },
    });
    await run.exited;
    const terminal = new headless.Terminal({
      rows: 200,
      cols: 200,
      allowProposedApi: true,
      convertEol: true,
    });
    await new Promise<void>((resolve) => terminal.write(run.output, resolve));
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row));
    const said = lines.find((line) => line?.translateToString(true).startsWith('agent-tools: '));
    return { text: said?.translateToString(true), colour: said?.getCell(20)?.getFgColor() };
  }

  it.each([0, 1, 2, 3, 4])('is whole and plain where a sequence is cut off, %i bytes on', async (before) => {
    const command = `printf '%${before}s'; printf '\\033[31m%.0s' $(seq 2000)`;
    const { text, colour } = await saidBehind(command);
    expect(text).toMatch(/^agent-tools: stdout: [\d,]+ bytes, \d lines? omitted here/);
    expect(colour).toBe(-1);
  });

  it('is plain where the text of a title is cut off', async () => {
    const { text } = await saidBehind(`printf '\\033]0;'; seq -s. 2000 | tr -d '\\n'; printf '\\a'`);
    expect(text).toMatch(/^agent-tools: stdout: [\d,]+ bytes, \d lines? omitted here/);
  });
});
