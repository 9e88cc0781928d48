import { describe, expect, it } from 'vitest';
import { joinTyped, leftTyped, type TypedInput } from '../../../src/sessions/input/typed-line.ts';

const bash: Omit<TypedInput, 'text'> = {
  pending: '',
  reader: 'bash',
  terminal: { signals: true },
  pasted: false,
};

/** What is judged for each piece, and what is pending in the end. */
async function type(pieces: readonly string[], more: Partial<TypedInput> = {}) {
  let pending = '';
  const judged: string[] = [];
  for (const text of pieces) {
    const line = await joinTyped({ ...bash, ...more, pending, text });
    judged.push(line.judged);
    pending = line.pending;
  }
  return { judged, pending };
}

describe('a shell', () => {
  it('with very many here-documents is looked through once', async () => {
    const documents = '<<a\n'.repeat(30_000);
    expect((await type([documents])).pending).toBe(documents);
    expect((await type([`${documents}a\n`])).judged).toEqual([`${documents}a\n`]);
  });

  it.each<[string, string[], string[], string]>([
    ['one command in three writes', ['rm -rf ', '~', '\r'], ['rm -rf ', 'rm -rf ~', 'rm -rf ~\n'], ''],
    ['a finished line is forgotten', ['ls\r', 'pwd\r'], ['ls\n', 'pwd\n'], ''],
    ['the rest of the last line stays', ['ls\npw', 'd\n'], ['ls\npw', 'pwd\n'], ''],
    ['a continued line', ['rm -rf \\\n', '~\n'], ['rm -rf \\\n', 'rm -rf \\\n~\n'], ''],
    ['an escaped backslash ends a line', ['echo a\\\\\n', 'ls\n'], ['echo a\\\\\n', 'ls\n'], ''],
    ['open quotes', ['echo "\n', '$(rm x)"\n'], ['echo "\n', 'echo "\n$(rm x)"\n'], ''],
    [
      'a loop',
      ['for i in ~; do\n', 'rm $i\n', 'done\n'],
      ['for i in ~; do\n', 'for i in ~; do\nrm $i\n', 'for i in ~; do\nrm $i\ndone\n'],
      '',
    ],
    [
      'a here-document',
      ['cat > x <<E\n', 'rm -rf ~\n', 'E\n', 'ls\n'],
      ['cat > x <<E\n', 'cat > x <<E\nrm -rf ~\n', 'cat > x <<E\nrm -rf ~\nE\n', 'ls\n'],
      '',
    ],
    [
      'a here-document with tabs',
      ["cat <<-'E'\n", 'x\n\tE\n', 'ls'],
      ["cat <<-'E'\n", "cat <<-'E'\nx\n\tE\n", 'ls'],
      'ls',
    ],
    [
      'a here-document behind short lines',
      ['a\nb\nc\nd\ncat <<E\nx\nE\n', 'ls'],
      ['a\nb\nc\nd\ncat <<E\nx\nE\n', 'ls'],
      'ls',
    ],
    ['a line the shell refuses is over', ['ls )\n', 'ls\n'], ['ls )\n', 'ls\n'], ''],
    ['Control-C drops what was typed', ['rm -rf ', '\x03', '~\r'], ['rm -rf ', 'rm -rf \x03', '~\n'], ''],
    ['an editing key stays visible', ['ls x\x7f', ' y\r'], ['ls x\x7f', 'ls x\x7f y\n'], ''],
  ])('%s', async (_, pieces, judged, pending) => {
    expect(await type(pieces)).toEqual({ judged, pending });
  });

  it('does not take Control-C for an interrupt without one', async () => {
    expect(await type(['rm -rf ', '\x03', '~\n'], { terminal: null })).toMatchObject({
      judged: ['rm -rf ', 'rm -rf \x03', 'rm -rf \x03~\n'],
    });
    expect((await type(['rm \x03', '~'], { terminal: { signals: false } })).pending).toBe('rm \x03~');
  });

  it('a carriage return on a pipe ends nothing', async () => {
    expect((await type(['rm \r', '~'], { terminal: null })).judged).toEqual(['rm \r', 'rm \r~']);
  });

  it('a bracketed paste runs nothing yet', async () => {
    const pasted = await joinTyped({ ...bash, text: 'ls\nrm -rf ', pasted: true });
    expect(pasted).toEqual({ judged: 'ls\nrm -rf ', pending: 'ls\nrm -rf ' });
    expect(await joinTyped({ ...bash, pending: pasted.pending, text: '~\r' })).toEqual({
      judged: 'ls\nrm -rf ~\n',
      pending: '',
    });
  });

  it('refuses an unfinished command that nobody can judge', async () => {
    await expect(joinTyped({ ...bash, text: 'x'.repeat(131_072) })).rejects.toThrow(
      /^Cannot type into "the session": its unfinished input has 131072 characters, expected at most 131071;/,
    );
  });
});

describe('other readers', () => {
  it('an interpreter is judged by its line', async () => {
    expect(await type(['import os; os.', 'system("x")\n', 'y'], { reader: 'other' })).toEqual({
      judged: ['import os; os.', 'import os; os.system("x")\n', 'y'],
      pending: 'y',
    });
  });

  it.each(['other', null] as const)('a backslash continues the line for %s', async (reader) => {
    const typed = await type(['a\nrm \\\n', '-rf \\\n', '~', '\n', 'x\\\\\n', 'y'], { reader });
    expect(typed.judged.slice(1, 4)).toEqual(['rm \\\n-rf \\\n', 'rm \\\n-rf \\\n~', 'rm \\\n-rf \\\n~\n']);
    expect(typed.pending).toBe('y');
  });

  it('many continued lines are found in no time', async () => {
    const { pending } = await type(['x\\\n'.repeat(40_000)], { reader: null });
    expect(pending).toHaveLength(120_000);
    expect((await type([`${'x'.repeat(120_000)}\n`, 'y'], { reader: null })).pending).toBe('y');
  });

  it('a program that takes data is given just that, and the line is kept for a shell that follows', async () => {
    expect(await type(['rm -rf '], { reader: null })).toEqual({ judged: ['rm -rf '], pending: 'rm -rf ' });
    expect((await type(['rm ', '-rf ', '~\r'], { reader: null })).judged.at(-1)).toBe('rm -rf ~\n');
    expect((await type(['rm ', '\x03', '~\r'], { reader: null })).judged.at(-1)).toBe('~\n');
    expect((await joinTyped({ ...bash, pending: 'rm -rf ', text: '~' })).judged).toBe('rm -rf ~');
    const long = await joinTyped({ ...bash, reader: null, text: 'x'.repeat(200_000) });
    expect(long).toEqual({ judged: 'x'.repeat(200_000), pending: '\x1b' });
  });
});

describe('a text that is typed before its program runs', () => {
  it.each([
    ['', ''],
    ['yes\n', ''],
    ['git pu', 'git pu'],
    ['a\rgit pu', 'git pu'],
    ['a\ngit \\\n', 'a\ngit \\\n'],
    ['echo "a\nb', 'echo "a\nb'],
    ['git pu\x03sh', 'sh'],
    [`${'x'.repeat(140_000)}\ngit pu`, 'git pu'],
    ['x'.repeat(140_000), '\x1b'],
  ])('%j leaves %j', async (text, left) => {
    expect(await leftTyped(text)).toBe(left);
  });
});
