import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const sources = join(import.meta.dirname, '../../../src/platform');

/** What a program gives that knows `openInputPipe`, and reads such a `pipe` to its end by `readToEnd`. */
function giving(script: string): unknown {
  const program = `
    import { closeSync, fstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
    import { openInputPipe } from ${JSON.stringify(join(sources, 'process/input-pipe.ts'))};
    import { loadLibc } from ${JSON.stringify(join(sources, 'system/libc.ts'))};
    const libc = await loadLibc();
    const linkOf = (name) => {
      try {
        return readlinkSync('/proc/self/fd/' + name);
      } catch {
        return '';
      }
    };
    const pipes = () => readdirSync('/proc/self/fd').filter((name) => linkOf(name).startsWith('pipe:')).length;
    const bytes = (count, value) => Buffer.alloc(count, value);
    const readToEnd = async ({ descriptor }) => {
      const parts = [];
      for (const part = Buffer.alloc(50_000); ; await Bun.sleep(1)) {
        if (libc.unread(descriptor) > 0) parts.push(Buffer.from(part.subarray(0, readSync(descriptor, part))));
        else if (libc.hasNoWriter(descriptor)) return Buffer.concat(parts);
      }
    };
    const give = (value) => process.stdout.write(JSON.stringify(value));
    ${script}`;
  const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', bun, '--eval', program];
  const { stdout, stderr, status } = spawnSync('sh', limited, { encoding: 'utf8', timeout: 60_000 });
  expect([stderr, status]).toEqual(['', 0]);
  return JSON.parse(stdout);
}

it('gives all back of a pipe that there are not descriptors enough for', () => {
  const given = giving(`
    (await openInputPipe()).close();
    const before = pipes();
    const taken = [];
    try {
      for (;;) taken.push(openSync('/dev/null'));
    } catch {}
    for (const descriptor of taken.splice(-2)) closeSync(descriptor);
    const error = await openInputPipe().then(() => null, (error) => error);
    for (const descriptor of taken) closeSync(descriptor);
    give([error?.cause?.code, pipes() - before]);`);
  expect(given).toEqual(['EMFILE', 0]);
});

it('brings what is written in the order of the calls, though the later would fit before, and then the end', () => {
  const given = giving(`
    const pipe = await openInputPipe();
    const parts = [bytes(700_000, 1), bytes(700_000, 2), bytes(10, 3)];
    const written = parts.map((part) => pipe.write(part));
    pipe.end();
    const behind = pipe.write(bytes(1, 4));
    const received = await readToEnd(pipe);
    give([received.equals(Buffer.concat(parts)), await Promise.all([...written, behind])]);`);
  expect(given).toEqual([true, [true, true, true, false]]);
});

it('takes no more at once than may ever wait, and goes on', () => {
  const given = giving(`
    const pipe = await openInputPipe();
    const taken = [await pipe.write(bytes(1_048_577, 1)), await pipe.write(bytes(1_048_576, 2))];
    pipe.end();
    const received = await readToEnd(pipe);
    give([taken, received.equals(bytes(1_048_576, 2))]);`);
  expect(given).toEqual([[false, true], true]);
});

it('takes nothing of what is aborted while it waits, nor the end behind it, and goes on', () => {
  const given = giving(`
    const pipe = await openInputPipe();
    const abort = new AbortController();
    const written = [
      pipe.write(bytes(1_048_576, 1)),
      pipe.write(bytes(700_000, 2), { isLast: true, signal: abort.signal }),
      pipe.write(bytes(10, 3), { isLast: true }),
    ];
    const behind = pipe.write(bytes(1, 4));
    await written[0];
    abort.abort();
    const received = await readToEnd(pipe);
    const wanted = Buffer.concat([bytes(1_048_576, 1), bytes(10, 3)]);
    give([received.equals(wanted), await Promise.all([...written, behind])]);`);
  expect(given).toEqual([true, [true, false, true, false]]);
});

it('takes nothing once it is closed, also of what waits for room, and closes nothing of others', () => {
  const given = giving(`
    (await openInputPipe()).close();
    const before = pipes();
    const pipe = await openInputPipe();
    const written = [1, 2].map((value) => pipe.write(bytes(1_048_576, value)));
    const first = await written[0];
    pipe.close();
    const after = pipes() - before;
    const others = Array.from({ length: 4 }, () => openSync('/dev/null'));
    pipe.close();
    pipe.end();
    const late = await pipe.write(bytes(1, 3));
    for (const other of others) fstatSync(other);
    give([first, await written[1], late, after]);`);
  expect(given).toEqual([true, false, false, 0]);
});
