import { describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/core/text/quote-word.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub(...'ls bash sh timeout nice nohup rm'.split(' '));
});

const scripts = (count: number, inner: string): string =>
  count === 0 ? inner : scripts(count - 1, `bash -c ${quoteWord(inner)}`);

describe('wrappers', () => {
  it.each([
    ['four scripts', scripts(4, 'ls')],
    ['four, two of them scripts', "nice bash -c 'timeout 5 bash -c ls'"],
    ['four twice, side by side', `${scripts(4, 'ls')}; ${scripts(4, 'ls')}`],
    ['two with options', 'time -p timeout --foreground 5 ls'],
    ['three, and two beside what those hold', 'bash -c \'bash -c "nice ls"; nice nohup ls\''],
  ])('are looked through: %s', async (_title, script) => {
    expect(await bench.decide(script)).toBe('allow');
  });

  it.each([
    ['five scripts', scripts(5, 'ls')],
    ['eight scripts', scripts(8, 'ls')],
    ['five, two of them scripts', 'nice bash -c \'timeout 5 bash -c "nohup ls"\''],
    ['one more within a script', "nice timeout 5 bash -c 'nohup env ls'"],
  ])('are a miss beyond four: %s', async (_title, script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision}: ${reason}`).toMatch(/^ask: .*nests more than 4 wrappers/);
  });

  it.each(['timeout abc ls', 'timeout "$X" ls', 'timeout -x 5 ls'])(
    'are not looked through where a word of theirs is not known: %s',
    async (script) => expect(await bench.decide(script)).toBe('ask'),
  );

  it('hide nothing from the guard, however many there are', async () => {
    const full = { settings: yolo };
    expect(await bench.decide(scripts(6, 'rm -rf /'), full)).toBe('deny');
  });
});
