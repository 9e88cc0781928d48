import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Home } from '../helpers/sessions.ts';

const hundred = Array.from({ length: 100 }, (_, index) => `${index + 1}\n`).join('');
const errors = Array.from({ length: 100 }, (_, index) => `${index + 201}\n`).join('');
const omitted =
  /(stdout|stderr): \d+ bytes, \d+ lines omitted here; (all of it is|only the first 100 bytes of the output are) in (\S+?),? /g;

describe('where the command line says that what it leaves out is', () => {
  it.each([
    ['all of it is', {}, Number.POSITIVE_INFINITY],
    ['only the first 100 bytes of the output are', { AGENT_TOOLS_CAPS_SPILL_BYTES: '100' }, 100],
  ])('of streams that are apart, a file each: %s', async (said, env, bytes) => {
    const flags = ['--streams', 'split', '--max-output-chars', '20'];
    const { stderr } = await new Home().cli(['shell', ...flags, 'seq 100; seq 201 300 >&2'], { env });
    const told = [...`${stderr.replaceAll('\n', ' ')} `.matchAll(omitted)].map(
      ([, stream, how, path = '']) => [stream, how, readFileSync(path, 'utf8')],
    );
    expect(told).toEqual([
      ['stdout', said, hundred.slice(0, bytes)],
      ['stderr', said, errors.slice(0, bytes)],
    ]);
  });

  it('of a session, its log', async () => {
    const home = new Home();
    const flags = ['--yield-ms', '1500', '--max-output-chars', '20'];
    const { stdout, stderr } = await home.cli(['shell', ...flags, 'seq 100; sleep 60']);
    expect(stdout.toString()).toBe('1\n2\n3\n4\n5\n98\n99\n100\n');
    const [, id = ''] = /running as session (\w+)/.exec(stderr) ?? [];
    expect(stderr).toContain(
      `stdout: 272 bytes, 92 lines omitted here; process poll ${id} --no-cap shows it from its start\n`,
    );
    const whole = await home.cli(['process', 'poll', id, '--no-cap']);
    expect(whole.stdout.toString()).toBe(hundred);
    await home.cli(['process', 'remove', id]);
  });
});
