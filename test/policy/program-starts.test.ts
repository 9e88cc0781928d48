import { expect, it } from 'vitest';
import { forms } from '../../src/policy/programs/carrier-forms.ts';
import { interpreterOf } from '../../src/policy/programs/interpreters.ts';
import { startsOf, startsRows } from '../../src/policy/programs/program-starts.ts';
import { runners } from '../../src/policy/programs/tool-runners.ts';

it('tells what a program runs in one row', () => {
  const names = startsRows().flatMap((row) => row.names);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(350);
});

it('tells all of a program whose command stands in its words', () => {
  const { command, texts, enters } = startsOf('systemd-run');
  expect({ skip: command?.skip, texts: texts?.length, enters }).toEqual({
    skip: undefined,
    texts: 1,
    enters: ['--working-directory'],
  });
});

it('has nothing to tell of a name that every object has', () => {
  expect(startsOf('constructor')).toEqual({});
});

it('has no row of a carrier for what a rule may leave a wildcard of', () => {
  const others = Object.keys(forms()).filter(
    (name) => interpreterOf(name) !== null || Object.hasOwn(runners, name),
  );
  expect(others).toEqual([]);
});

it.each(['python', 'python3.12', 'PYTHON.EXE', 'python.bat', 'python3.cmd', 'node.com'])(
  '%s is an interpreter',
  (name) => {
    expect(interpreterOf(name)).not.toBeNull();
  },
);
