import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, runCli, startCli } from '../helpers/binary.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Kills the process when the test is over, and resolves to how it ends. */
function watched(child: ChildProcess): Promise<number | null> {
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve) => child.on('close', (code) => resolve(code)));
}

/** What a program has printed by the time that it has printed something. */
function firstOutput({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => stdout?.once('data', (part: Buffer) => resolve(part.toString())));
}

/** Resolves once the program has taken most of the text: a pipe holds 64 KiB of it. */
function taken({ stdin }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => stdin?.write(text, () => resolve()));
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const more = 'a'.repeat(1_000_000);

describe('a server whose input is a file that does not end', () => {
  it.each(['rpc', 'mcp'])('%s answers what stands in it, and ends by a signal', async (mode) => {
    const home = tempFolder();
    const path = join(home, 'input');
    writeFileSync(path, `${ping}\n`);
    truncateSync(path, 2 ** 40);
    const input = openSync(path, 'r');
    const child = spawn(binary, [mode], { cwd: home, env: cleanEnv(home), stdio: [input, 'pipe', 'pipe'] });
    closeSync(input);
    const ended = watched(child);
    expect(JSON.parse(await firstOutput(child))).toMatchObject({ id: 1, result: {} });
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  });
});

describe('thousands of calls that never wait themselves', () => {
  it('hide neither a cancel of the last nor what else is asked', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'a.txt'), 'a\n');
    const client = closedAfterTest(new RpcClient({ home }));
    const calls = Array.from({ length: 8000 }, () => client.start('read', { path: 'a.txt' }));
    await calls[0]?.answer;
    const last = calls.at(-1);
    client.notify('$/cancelRequest', { id: last?.id });
    expect(await last?.answer).toMatchObject({ error: { code: -32800 } });
  });
});

describe('a command line that waits for its standard input', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends by %s, and nothing of the call is done', async (name, status) => {
    const home = tempFolder();
    const child = startCli(['write', 'a.txt', '--yolo', '--json'], { home, input: '' });
    const ended = watched(child);
    await taken(child, more);
    const printed = firstOutput(child);
    child.kill(name);
    expect(await ended).toBe(status);
    const message = 'Cancelled while standard input was read.';
    expect(JSON.parse(await printed)).toMatchObject({ status: 'cancelled', isError: true, message });
    expect(existsSync(join(home, 'a.txt'))).toBe(false);
  });

  it('of an input object too', async () => {
    const child = startCli(['edit', '--input', '-'], { input: '' });
    const ended = watched(child);
    await taken(child, `{"path":"${more}`);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it('takes all of it, however it comes', async () => {
    const home = tempFolder();
    const child = startCli(['write', 'a.txt', '--yolo'], { home, input: '' });
    const ended = watched(child);
    child.stdout?.resume();
    await taken(child, more);
    child.stdin?.end('é');
    expect(await ended).toBe(0);
    expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe(`${more}é`);
  });

  it.each([
    ['write', ['a.txt'], 'add the rest by --mode append, or write all of it by shell'],
    ['process', ['write', 'id'], 'send the rest by another call'],
  ])('of %s says what to do with more than it takes', async (tool, words, wayOut) => {
    const home = tempFolder();
    const input = 'a'.repeat(16_777_217);
    const { status, stderr } = await runCli([tool, ...words, '--yolo'], { home, input });
    const state = `it has more than 16777216 bytes, expected fewer; ${wayOut}`;
    expect([status, stderr]).toEqual([2, `agent-tools: Cannot read "standard input": ${state}\n`]);
    expect(existsSync(join(home, 'a.txt'))).toBe(false);
  });

  it.each([
    ['between two rows', '{"command":"ls"}\n'],
    ['in full flow', '{"command":"ls"}\n'.repeat(4000)],
  ])('of policy check --batch ends %s', async (_, rows) => {
    const child = startCli(['policy', 'check', '--batch'], { input: '' });
    const ended = watched(child);
    child.stdin?.on('error', () => {});
    child.stdin?.write(rows);
    expect(await firstOutput(child)).toContain('"decision":"allow"');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });
});
