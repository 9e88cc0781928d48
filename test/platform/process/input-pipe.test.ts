import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const module = join(import.meta.dirname, '../../../src/platform/process/input-pipe.ts');

it('gives all back of a pipe that there are not descriptors enough for', () => {
  const program = `
    import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
    import { openInputPipe } from ${JSON.stringify(module)};
    const linkOf = (name) => {
      try {
        return readlinkSync('/proc/self/fd/' + name);
      } catch {
        return '';
      }
    };
    const pipes = () => readdirSync('/proc/self/fd').filter((name) => linkOf(name).startsWith('pipe:')).length;
    (await openInputPipe()).close();
    const before = pipes();
    const taken = [];
    try {
      for (;;) taken.push(openSync('/dev/null'));
    } catch {}
    for (const descriptor of taken.splice(-2)) closeSync(descriptor);
    const error = await openInputPipe().then(() => null, (error) => error);
    for (const descriptor of taken) closeSync(descriptor);
    process.stdout.write(JSON.stringify([error?.code, pipes() - before]));`;
  const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', bun, '--eval', program];
  const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(['EMFILE', 0]);
});
