import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askLevels, securityLevels } from '../../src/config/levels.ts';
import type { Tighten } from '../../src/config/option.ts';
import { listOptions } from '../../src/config/options.ts';
import { defaultSettings } from '../../src/config/schema.ts';
import { type CallLimits, isLooser, tightenSettings, tightest } from '../../src/config/tighten.ts';
import { anyValueOf } from './arbitrary.ts';
import { isAsStrict } from './strictness.ts';

const allow = { tool: 'shell', allow: 'a' };
const ask = { tool: 'shell', ask: 'a' };
const deny = { tool: 'shell', deny: 'a' };
const rank: Tighten = { by: 'rank', order: ['deny', 'allowlist', 'full'] };

describe('tightest and isLooser', () => {
  it.each<[Tighten, unknown, unknown, unknown, boolean]>([
    [{ by: 'lower' }, 10, 5, 5, false],
    [{ by: 'lower' }, 10, 10, 10, false],
    [{ by: 'lower' }, 10, 20, 10, true],
    [{ by: 'lower' }, 10, 0, 0, false],
    [{ by: 'lower', unlimited: 0 }, 10, 0, 10, true],
    [{ by: 'lower', unlimited: 0 }, 0, 10, 10, false],
    [{ by: 'lower', unlimited: 0 }, 0, 0, 0, false],
    [{ by: 'on' }, false, true, true, false],
    [{ by: 'on' }, true, false, true, true],
    [{ by: 'on' }, false, false, false, false],
    [{ by: 'off' }, true, false, false, false],
    [{ by: 'off' }, false, true, false, true],
    [rank, 'full', 'allowlist', 'allowlist', false],
    [rank, 'allowlist', 'full', 'allowlist', true],
    [rank, 'deny', 'deny', 'deny', false],
    [{ by: 'append' }, ['a'], ['a', 'b'], ['a', 'b'], false],
    [{ by: 'append' }, ['a'], ['b'], ['a', 'b'], true],
    [{ by: 'append' }, ['a', 'b'], ['b', 'a'], ['a', 'b'], false],
    [{ by: 'subset' }, ['a', 'b'], ['b'], ['b'], false],
    [{ by: 'subset' }, ['a'], ['b'], [], true],
    [{ by: 'subset' }, ['a', 'b'], [], [], false],
    [{ by: 'strict-rules' }, [allow], [deny], [allow, deny], false],
    [{ by: 'strict-rules' }, [], [ask], [ask], false],
    [{ by: 'strict-rules' }, [], [allow, deny], [deny], true],
    [{ by: 'never' }, 'a', 'b', 'a', true],
    [{ by: 'never' }, { a: 1 }, { a: 1 }, { a: 1 }, false],
    [{ by: 'never' }, null, 10, null, true],
  ])('%j: %j then %j is %j', (tighten, current, proposed, result, looser) => {
    expect(tightest(tighten, current, proposed)).toEqual(result);
    expect(isLooser(tighten, proposed, current)).toBe(looser);
  });

  it.each(listOptions().map((option) => [option.key, option] as const))('never loosen %s', (_, option) => {
    fc.assert(
      fc.property(anyValueOf(option), anyValueOf(option), (current, proposed) => {
        const next = tightest(option.tighten, current, proposed);
        expect(isAsStrict(option.tighten, next, current)).toBe(true);
        // Rules are added, so whether a proposal loosens does not depend on what is there.
        const base = option.key === 'rules' ? [] : current;
        expect(isLooser(option.tighten, proposed, current)).toBe(!isAsStrict(option.tighten, proposed, base));
      }),
      { numRuns: 50 },
    );
  });
});

describe('tightenSettings', () => {
  const settings = defaultSettings();

  it.each<[CallLimits, object]>([
    [{}, {}],
    [{ security: 'deny' }, { security: 'deny' }],
    [{ security: 'full' }, {}],
    [{ ask: 'always' }, { ask: 'always' }],
    [{ ask: 'off' }, {}],
    [
      { security: 'full', ask: 'always', maxOutputChars: 10 },
      { ask: 'always', outputChars: 10 },
    ],
    [{ maxOutputChars: 31_000 }, {}],
    [{ maxOutputChars: undefined, ask: undefined, security: undefined }, {}],
  ])('%j tightens as far as it may', (limits, changed) => {
    const { approval, caps } = tightenSettings(settings, limits);
    expect({ security: approval.security, ask: approval.ask, outputChars: caps.outputChars }).toEqual({
      security: 'allowlist',
      ask: 'on-miss',
      outputChars: 30_000,
      ...changed,
    });
  });

  it('changes nothing else and not the settings it was given', () => {
    const before = structuredClone(settings);
    const after = tightenSettings(settings, { security: 'deny', maxOutputChars: 1 });
    expect(settings).toEqual(before);
    expect({ ...after, approval: before.approval, caps: before.caps }).toEqual(before);
    expect(tightenSettings(settings, {})).toBe(settings);
  });

  it('takes security by minimum and ask by maximum', () => {
    const security = fc.constantFrom(...securityLevels);
    const level = fc.constantFrom(...askLevels);
    fc.assert(
      fc.property(security, security, level, level, (a, b, c, d) => {
        const approval = { ...settings.approval, security: a, ask: c };
        const result = tightenSettings({ ...settings, approval }, { security: b, ask: d }).approval;
        const first = (order: readonly string[], ...names: string[]) =>
          order.find((name) => names.includes(name));
        expect([result.security, result.ask]).toEqual([first(securityLevels, a, b), first(askLevels, c, d)]);
      }),
    );
  });
});
