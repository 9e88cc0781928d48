import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';

const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }));
const folder = join(rig.near, 'folder');
mkdirSync(folder);

/** What cannot be read as standard input: a folder, a file that is open for writing alone, and nothing at all. */
const inputs = {
  folder: () => openSync(folder, 'r'),
  written: () => openSync(join(rig.near, 'written'), 'w'),
  nothing: () => null,
};

const notOpen = 'it is not open for that, expected one that is';
/** Whether the system tells which descriptors a program was started without. */
const tellsClosed = existsSync('/proc/self/fdinfo');

/** Runs the binary to its end with such an input. */
async function run(args: readonly string[], input: number | null) {
  const [program, ...words] = input === null ? ['sh', '-c', 'exec "$0" "$@" <&-', binary] : [binary];
  const child = spawn(program, [...words, ...args], {
    cwd: rig.near,
    env: cleanEnv(rig.near),
    stdio: [input ?? 'ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, stderr };
}

const withoutAny: readonly [string, keyof typeof inputs, string][] = [
  ['policy check --batch', 'nothing', notOpen],
  ['rpc', 'nothing', notOpen],
  ['mcp', 'nothing', notOpen],
  ['read --input -', 'nothing', notOpen],
];

describe('standard input that cannot be read', () => {
  it.each<[string, keyof typeof inputs, string]>([
    ['policy check --batch', 'folder', 'it is a folder, expected a file'],
    ['policy check --batch', 'written', notOpen],
    ['rpc', 'folder', 'it is a folder, expected a file'],
    ['rpc', 'written', notOpen],
    ['write x --yolo', 'written', notOpen],
    ['--host far shell --yolo cat', 'written', notOpen],
    ...(tellsClosed ? withoutAny : []),
  ])('is named by %s (%s)', async (words, input, state) => {
    const stderr = `agent-tools: Cannot read "standard input": ${state}\n`;
    expect(await run(words.split(' '), inputs[input]())).toEqual({ status: 1, stderr });
  });
});
