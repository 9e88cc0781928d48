import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const trail = (home: string): string => join(home, '.local/state/agent-tools/audit/audit.jsonl');

describe('audit tail', () => {
  it('follows, over files that are moved aside', async () => {
    const home = tempFolder();
    await runCli(['shell', 'ls'], { home });
    const child = startCli(['audit', 'tail', '--json'], { home });
    let text = '';
    let lines = 0;
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      lines += part.toString().split('\n').length - 1;
    });
    const commands = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).input.command);
    await waitFor(() => lines === 1, 'the first line');
    await runCli(['shell', 'pwd'], { home });
    await waitFor(() => lines === 2, 'the second line');
    // A full file is moved aside with the next call.
    const filler = `${JSON.stringify({ input: { command: 'x'.repeat(9_000_000) } })}\n`;
    appendFileSync(trail(home), filler + filler);
    await runCli(['shell', 'id'], { home });
    await waitFor(() => lines === 5, 'the line of the next file');
    expect(commands()[4]).toBe('id');
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it('loses nothing of a file that is moved aside while what it shows first is not read', async () => {
    const home = tempFolder();
    const entry = (number: number): string =>
      `${JSON.stringify({ number, input: { pad: 'x'.repeat(200) } })}\n`;
    const many = Array.from({ length: 20_000 }, (_, number) => entry(number)).join('');
    mkdirSync(`${trail(home)}.d`, { recursive: true, mode: 0o700 });
    writeFileSync(trail(home), many, { mode: 0o600 });
    const child = startCli(['audit', 'tail', '--json', '--limit', '20000'], { home });
    await new Promise((resolve) => child.stdout?.once('readable', resolve));
    appendFileSync(trail(home), entry(20_000));
    renameSync(trail(home), join(`${trail(home)}.d`, '000001'));
    writeFileSync(trail(home), entry(20_001), { mode: 0o600 });
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
    });
    const numbers = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).number);
    await waitFor(() => numbers().at(-1) === 20_001, 'the line of the next file');
    expect(numbers()).toEqual(Array.from({ length: 20_002 }, (_, number) => number));
    child.kill('SIGINT');
  });

  it('ends when nobody reads it any more, though nothing new is written', async () => {
    const home = tempFolder();
    await runCli(['shell', 'ls'], { home });
    const child = startCli(['audit', 'tail'], { home });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toBe(0);
  });
});
