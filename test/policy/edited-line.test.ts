import { describe, expect, it } from 'vitest';
import { readingsOf } from '../../src/policy/commands/edited-line.ts';

describe('what editing keys leave of a line', () => {
  it.each([
    ['backspace', 'rm -rf x\x7f~', 'rm -rf ~'],
    ['C-h', 'rm -rf x\x08~', 'rm -rf ~'],
    ['backspace past the start', 'a\x7f\x7f\x7fls', 'ls'],
    ['C-u', 'echo hello\x15rm -rf ~', 'rm -rf ~'],
    ['C-w', 'rm -rf ./build\x17~', 'rm -rf ~'],
    ['C-w over blanks', 'rm -rf x  \x17~', 'rm -rf ~'],
    ['C-a', 'f ~\x01rm -r', 'rm -rf ~'],
    ['C-a and C-e', '-rf \x01rm \x05~', 'rm -rf ~'],
    ['Left', 'rm -rf~\x1b[D ', 'rm -rf ~'],
    ['Left and Right in application mode', 'rm -rf~\x1bOD \x1bOC', 'rm -rf ~'],
    ['Home and Delete', 'echo\x1b[H\x1b[3~\x1b[3~\x1b[3~\x1b[3~rm', 'rm'],
    ['C-k', 'rm -rf ~ && x\x02\x02\x02\x02\x02\x0b', 'rm -rf ~'],
    ['kill and yank', '~\x15rm -rf \x19', 'rm -rf ~'],
    ['M-b', 'rm ~\x1bb-rf ', 'rm -rf ~'],
    ['M-d', 'rm x ~\x1bb\x1bb\x1bd-rf', 'rm -rf ~'],
    ['C-c', 'echo \x03rm -rf ~', 'rm -rf ~'],
    ['C-v takes the next key as it is', 'echo \x16\x15x', 'echo \x15x'],
    ['C-o runs the line', 'rm -rf ~\x0f', 'rm -rf ~\n'],
    ['marks of a bracketed paste', '\x1b[200~rm -rf ~\x1b[201~\r', 'rm -rf ~\n'],
    ['keys that edit nothing', 'rm\x1b[A\x1b[1;5P -rf\x0c ~', 'rm -rf ~'],
    ['characters beyond the first plane', 'rm 😀\x7f-rf ~', 'rm -rf ~'],
    ['an ESC at the end', 'rm -rf ~\x1b', 'rm -rf ~'],
    ['TAB', 'rm -rf ~\t\r', 'rm -rf ~ \n'],
    ['C-d', 'xrm\x01\x04', 'rm'],
  ])('%s', (_, typed, edited) => {
    expect(readingsOf(typed)).toContain(edited);
  });

  it.each([
    ['a line brought back twice again and again', `a${'\x15\x19\x19'.repeat(60)}`],
    [
      'a long line brought back for each of many lines',
      `${'a'.repeat(60_000)}\x15${'\x19\n'.repeat(30_000)}`,
    ],
    ['a cursor that runs through a long line', `${'a'.repeat(60_000)}${'\x01\x05'.repeat(30_000)}`],
  ])('is not followed without end: %s', { tags: ['slow'] }, (_, typed) => {
    expect(readingsOf(typed)).toEqual([typed]);
  });

  it('is followed through a long line', () => {
    const word = 'a'.repeat(65_000);
    expect(readingsOf(`${word} b\x17~`)).toContain(`${word} ~`);
    expect(readingsOf(`${word}\x01\x1bf\x0b~`)).toContain(`${word}~`);
    expect(readingsOf(`${word}b c\x1bb\x1bb\x1bdrm`)).toContain('rm c');
  });

  it('a shell drops NUL, and text without keys is read as it is', () => {
    expect(readingsOf('r\0m -rf \0~')).toEqual(['rm -rf ~']);
    expect(readingsOf('ls -la\npwd\n')).toEqual(['ls -la\npwd\n']);
  });

  it('is done quickly for a line of nothing but keys', () => {
    const startedAt = performance.now();
    readingsOf('\x1b[D'.repeat(20_000) + 'a \x1bb'.repeat(10_000));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
