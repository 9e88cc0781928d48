import { expect, it } from 'vitest';
import type { Proposal } from '../../src/policy/judge.ts';
import { missesSome } from '../../src/policy/rules/missed.ts';

/** Rules for the shell, or for the tool that one names: `write: log`. */
const rules = (...texts: readonly string[]): Proposal =>
  texts.map((text) => {
    const [, tool = 'shell', allow = text] = /^(\w+): (.*)$/.exec(text) ?? [];
    return { tool, allow };
  });

it.each<readonly [own: readonly string[], needed: readonly string[], misses: boolean]>([
  [['touch x'], ['touch x'], false],
  [['touch *'], ['touch x'], false],
  [['touch "x"'], ['touch x'], false],
  [['t* x'], ['touch x'], false],
  [['touch y'], ['touch x'], true],
  [['touch'], ['touch x'], true],
  [['touch x *'], ['touch x'], false],
  [['rm *', 'touch x'], ['touch x'], false],
  [['touch *'], ['touch x', 'make test'], true],
  [['touch *', 'make *'], ['touch x', 'make test'], false],
  [['touch x y'], ["touch 'x y'"], true],
  // For another tool.
  [['write: touch x'], ['touch x'], true],
  [['touch x'], ['write: x'], true],
  [['edit: x'], ['write: x'], false],
  [['write: *'], ['write: x'], false],
  [['write: src/**'], ['write: src/a/b'], false],
  [['write: src/**'], ['write: lib/a'], true],
  [['host: build7'], ['host: build8'], true],
  [['process: yes'], ['process: no'], true],
  // What only the system could tell: whether a path is that of the program, or of the file.
  [['/usr/bin/touch *'], ['touch x'], false],
  [['./setup *'], ['./setup x'], false],
  [['./other *'], ['./setup x'], false],
  [['setup *'], ['./setup x'], true],
  [['write: /work/x'], ['write: x'], false],
  [['write: ~/x'], ['write: x'], false],
  // What stands for many calls.
  [['touch a'], ['touch *'], false],
  [['touch a'], ['touch a*'], false],
  [['write: a'], ['write: a\\*'], false],
])('%j for what needs %j misses some: %j', (own, needed, misses) => {
  expect(missesSome(rules(...own), rules(...needed))).toBe(misses);
});
