import { expect, it, onTestFinished } from 'vitest';
import { policyBench } from '../helpers/policy-bench.ts';

const marked = 'grep -E "✓|✗|FAIL" a.txt; echo "→ [done]"; printf "%s\\n" "é`date`"';

const decide = async (environment: Readonly<Record<string, string>>, exec: object = {}) => {
  const bench = policyBench({ inherited: (name) => environment[name] ?? null });
  onTestFinished(() => bench.remove());
  bench.file('a.txt', 'x');
  return await bench.decide(marked, { exec });
};

it.each([{}, { LANG: 'C.UTF-8' }, { LANG: 'de_DE.utf8', LC_CTYPE: 'C', LC_ALL: '' }])(
  'marks behind other characters are what they are in the locale %j',
  async (environment) => {
    expect(await decide(environment)).toBe('allow');
  },
);

it.each([{ LANG: 'zh_CN.GBK' }, { LANG: 'C.UTF-8', LC_ALL: 'ja_JP.SJIS' }, { LC_CTYPE: 'zh_TW' }])(
  'marks may be halves of characters in the locale %j',
  async (environment) => {
    expect(await decide(environment)).toBe('ask');
  },
);

it('nothing is known of the locale elsewhere, and where the environment is not', async () => {
  expect(await decide({}, { host: 'node' })).toBe('ask');
  expect(await decide({}, { env: { LC_ALL: 'ja_JP.SJIS' } })).toBe('deny');
  const blind = policyBench();
  onTestFinished(() => blind.remove());
  blind.file('a.txt', 'x');
  expect((await blind.judge(marked)).decision).toBe('ask');
});
