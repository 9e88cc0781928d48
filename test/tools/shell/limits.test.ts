import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/schema.ts';
import {
  checkCommand,
  maxCommandBytes,
  moreTime,
  timeLimits,
  unanswered,
} from '../../../src/tools/shell/limits.ts';

const settings = defaultSettings();

describe('checkCommand', () => {
  it.each([[{ command: 'true' }], [{ argv: ['true'] }], [{ command: 'x'.repeat(maxCommandBytes) }]])(
    'takes it',
    (input) => {
      expect(() => checkCommand(input)).not.toThrow();
    },
  );

  it.each([
    ['nothing', {}, '"command" is missing; give "command" or "argv"'],
    ['both', { command: 'a', argv: ['b'] }, '"argv" cannot stand beside "command"'],
    ['empty', { command: '' }, '"command" is blank'],
    ['blank', { command: ' \t\n ' }, '"command" is blank'],
    ['too long', { command: 'x'.repeat(maxCommandBytes + 1) }, '"command" has 131072 bytes, at most 131071'],
    [
      'arguments that no system takes',
      { argv: ['echo', ...Array<string>(700_000).fill('')] },
      '"argv" takes 6300013 bytes, 9 for each word besides its text, at most 6291456',
    ],
    ['too long in bytes only', { command: 'é'.repeat(65_536) }, '"command" has 131072 bytes, at most 131071'],
    ['NUL', { command: 'echo a\0b' }, '"command" holds a NUL character'],
    ['no words', { argv: [] }, '"argv" is empty'],
    ['an empty program', { argv: ['', 'x'] }, '"argv" is empty'],
    ['NUL in a word', { argv: ['a', 'b\0'] }, '"argv" holds a NUL character'],
  ])('refuses %s', (_, input, message) => {
    expect(() => checkCommand(input)).toThrow(message);
  });
});

describe('timeLimits', () => {
  it.each([
    [{}, 60_000],
    [{ timeout: 1 }, 1000],
    [{ timeout: 1.5 }, 1500],
    [{ timeout: 300 }, 300_000],
    [{ background: true }, 1_800_000],
    [{ yieldMs: 100 }, 1_800_000],
    [{ background: true, timeout: 0 }, null],
    [{ background: true, timeout: 86_400 }, 86_400_000],
  ])('%j', (input, timeoutMs) => {
    expect(timeLimits(input, settings)).toEqual({ timeoutMs, idleTimeoutMs: null });
  });

  it.each([
    [
      { timeout: 301 },
      '"timeout" is 301, must be at most 300 (shell.maxTimeoutSeconds); "background" or "yieldMs" lets it go on as a session',
    ],
    [{ timeout: 0 }, '"timeout" is 0, must be at least 1'],
    [{ timeout: 0.5 }, '"timeout" is 0.5, must be at least 1'],
    [{ background: true, timeout: 0.5 }, '"timeout" is 0.5, must be at least 1, or 0 for none'],
  ])('%j is refused, not clamped', (input, message) => {
    expect(() => timeLimits(input, settings)).toThrow(message);
  });

  it('speaks of no session where there may be none', () => {
    const noBackground = { ...settings, shell: { ...settings.shell, allowBackground: false } };
    expect(() => timeLimits({ timeout: 301 }, noBackground)).toThrow(/\(shell\.maxTimeoutSeconds\)$/);
  });
});

describe('moreTime', () => {
  const noBackground = { ...settings, shell: { ...settings.shell, allowBackground: false } };
  const short = { ...settings, shell: { ...settings.shell, timeoutSeconds: 300 } };

  it.each([
    [
      'the default',
      {},
      settings,
      '60 s is the default; "timeout" takes up to 300, and "background" or "yieldMs"',
    ],
    ['the default without background', {}, noBackground, '60 s is the default; "timeout" takes up to 300'],
    [
      'the most',
      { timeout: 300 },
      settings,
      '300 s is the most a foreground command gets (shell.maxTimeoutSeconds); "background"',
    ],
    ['a default that is the most', {}, short, '300 s is the most'],
    ['a limit of its own', { timeout: 5 }, settings, null],
  ])('tells of %s', (_, input, given, told) => {
    const said = moreTime(input, given);
    if (told === null) expect(said).toBeNull();
    else expect(said).toContain(told);
  });
});

describe('unanswered', () => {
  it.each([
    [true, '"stdin" types them ahead, and "background" with "pty" lets process answer'],
    [false, '"stdin" types them ahead'],
  ])('names background only where it is allowed: %s', (allowBackground, told) => {
    const said = unanswered({ ...settings, shell: { ...settings.shell, allowBackground } });
    expect(said.endsWith(told)).toBe(true);
  });
});
