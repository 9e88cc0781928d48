import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';

const rig = new NodeRig((own) => ({ far: childNode(own, '--yolo') }));
const folder = join(rig.near, 'folder');
mkdirSync(folder);

/** What cannot be read as standard input: a folder, and a file that is open for writing alone. */
const inputs = {
  folder: () => openSync(folder, 'r'),
  written: () => openSync(join(rig.near, 'written'), 'w'),
};

/** Runs the binary to its end with such an input. */
async function run(args: readonly string[], input: number) {
  const child = spawn(binary, args, {
    cwd: rig.near,
    env: cleanEnv(rig.near),
    stdio: [input, 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, stderr };
}

describe('standard input that cannot be read', () => {
  it.each<[string, keyof typeof inputs, string]>([
    ['policy check --batch', 'folder', 'it is a folder, expected a file'],
    ['policy check --batch', 'written', 'it is not open for that, expected one that is'],
    ['rpc', 'folder', 'it is a folder, expected a file'],
    ['rpc', 'written', 'it is not open for that, expected one that is'],
    ['write x --yolo', 'written', 'it is not open for that, expected one that is'],
    ['--host far shell --yolo cat', 'written', 'it is not open for that, expected one that is'],
  ])('is named by %s (%s)', async (words, input, state) => {
    const stderr = `agent-tools: Cannot read "standard input": ${state}\n`;
    expect(await run(words.split(' '), inputs[input]())).toEqual({ status: 1, stderr });
  });
});
