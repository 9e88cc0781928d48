import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { FileFollower } from '../../../../src/platform/files/lines/file-follower.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const files = 200;
const linesInFile = 3;

/** Appends lines and moves the file aside, as fast as it can, but for the next file only once the last line was read. */
const writer = `
const { appendFileSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = process.argv[1];
const pause = new Int32Array(new SharedArrayBuffer(4));
for (let file = 0; file < ${files}; file += 1) {
  for (let line = 0; line < ${linesInFile}; line += 1) appendFileSync(path, file + ':' + line + '\\n');
  renameSync(path, path + '.old');
  writeFileSync(path, file + ':moved\\n');
  while (readFileSync(path + '.seen', 'utf8') !== file + ':moved') Atomics.wait(pause, 0, 0, 0.2);
}
`;

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

it('loses nothing of what is appended while it looks whether the file was moved aside', {
  tags: ['slow'],
}, async () => {
  const path = join(folder, 'trail');
  writeFileSync(path, '');
  writeFileSync(`${path}.seen`, '');
  const child = spawn(process.execPath, ['-e', writer, path], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const follower = new FileFollower(path, 0);
  let text = '';
  try {
    for (let moved = 0; moved < files; ) {
      const added = follower.read().toString();
      text += added;
      if (text.endsWith(`${moved}:moved\n`)) {
        writeFileSync(`${path}.seen`, `${moved}:moved`);
        moved += 1;
      }
      if (added === '') await new Promise(setImmediate);
      if (child.exitCode !== null) break;
    }
  } finally {
    follower.close();
    child.kill('SIGKILL');
    await ended;
  }
  expect(text.split('\n').length - 1).toBe(files * (linesInFile + 1));
});
