import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [{ allow: 'tool *' }, { allow: 'npm test' }];
const away = 'cd a; cd b; cd c; cd d; cd e; ';

describe('a rule in a folder that nobody can tell', () => {
  const bench = sharedBench(() => {
    bench.stub('tool', 'npm');
    bench.file('k/.env', 'A=1');
    mkdirSync(join(bench.workspace.cwd, 'a/b/c/d/e'), { recursive: true });
    symlinkSync('/etc/shadow', join(bench.workspace.cwd, 'a/b/c/d/e/notes'));
  });

  it.each([
    ['a name that may be a link', `${away}tool notes`],
    ['one behind a text of the run', 'cd "$(tool)"; tool notes'],
    ['a wildcard', `${away}tool n*`],
    ['the value of an option', `${away}tool --file=notes`],
    ['the value behind a short option', `${away}tool -fnotes/x`],
  ])('does not allow %s', async (_, script) => {
    expect(await bench.decide(script, { rules })).toBe('ask');
  });

  it.each([
    ['what it spells out', `${away}npm test`],
    ['options', `${away}tool -v --all`],
    ['absolute paths', `${away}tool /usr/bin`],
    ['a name in one of few folders', 'cd a; cd b; cd c; cd d; tool x'],
  ])('allows %s', async (_, script) => {
    expect(await bench.decide(script, { rules })).toBe('allow');
  });

  it('tells no names there where the workspace is closed', async () => {
    const settings = { workspace: { restrict: true } };
    expect(await bench.decide(`${away}echo ../../../../../../*`, { settings })).not.toBe('allow');
  });
});
