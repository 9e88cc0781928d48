import { describe, expect, it } from 'vitest';
import { type Reach, readingsOf } from '../../src/policy/commands/edited-line.ts';

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
    ['keys that edit nothing', 'rm\x1b[A\x1b: -rf\x0c ~', 'rm -rf ~'],
    ['characters beyond the first plane', 'rm 😀\x7f-rf ~', 'rm -rf ~'],
    ['an ESC at the end', 'rm -rf ~\x1b', 'rm -rf ~'],
    ['TAB', 'rm -rf ~\t\r', 'rm -rf ~ \n'],
    ['C-d', 'xrm\x01\x04', 'rm'],
    ['Ctrl+Left and Ctrl+Right', 'f ~\x1b[1;5D\x1b[1;5Drm -r\x1b[1;5C\x1b[1;5C', 'rm -rf ~'],
    ['Ctrl+Delete', 'rm x ~\x1bb\x1b[3;5~-rf', 'rm -rf ~'],
    ['M-b by letters and digits', 'rm -xf.\x1bb\x1b[3~r', 'rm -rf.'],
    ['M-f to the end of a word', 'rm rf\x01\x1bf\x1b[C-', 'rm -rf'],
    ['M-f to the start of the next', 'rm rf\x01\x1bf-', 'rm -rf'],
    ['M-DEL by letters and digits', 'rm ~/x\x1b\x7f', 'rm ~/'],
    ['C-t at the end', 'mr\x14 -rf ~', 'rm -rf ~'],
    ['C-t within', 'mr -rf ~\x01\x06\x14', 'rm -rf ~'],
    ['C-t at the start, as zsh has it', 'mr -rf ~\x01\x14', 'rm -rf ~'],
    ['M-t', 'rf rm\x1bt ~', 'rm rf ~'],
    ['M-t of one word', 'rm\x1bt ~', 'rm ~'],
    ['M-u, M-l and M-c', 'A b c\x01\x1bl\x1bu\x1bc', 'a B C'],
    ['a count', 'rm -xxrf ~\x01\x1b4\x06\x1b2\x04', 'rm -rf ~'],
    ['a count of digits', `${'a'.repeat(12)}b\x1b1\x1b3\x02\x0b`, ''],
    ['a count with a plain digit', `${'a'.repeat(12)}\x1b12\x02rm`, `rm${'a'.repeat(12)}`],
    ['a repeated character', 'echo \x1b3x', 'echo xxx'],
    ['M-\\', 'r  \t  m\x1bb\x1b\\ -rf ~', 'r -rf ~m'],
    ['C-]', 'rm f ~\x01\x1df-r', 'rm -rf ~'],
    ['M-C-]', 'rm f ~\x1b\x1df-r', 'rm -rf ~'],
    ['what keys in a row kill', 'rm -rf ~\x17\x17\x17\x19', 'rm -rf ~'],
    ['a kill after a kill forward', 'rm -rf ~\x01\x1bd\x1bd\x05\x19', ' ~rm -rf'],
    ['C-u, as zsh has it', 'xx\x01\x15rm', 'rm'],
    ['control characters in a paste', 'rm -r\x1b[200~f\x02\x1b[201~\x7f ~', 'rm -rf ~'],
  ])('%s', (_, typed, edited) => {
    expect(readingsOf(typed).texts).toContain(edited);
  });

  it.each([
    ['a line brought back twice again and again', `a${'\x15\x19\x19'.repeat(60)}`],
    [
      'a long line brought back for each of many lines',
      `${'a'.repeat(60_000)}\x15${'\x19\n'.repeat(30_000)}`,
    ],
    ['a cursor that runs through a long line', `${'a'.repeat(60_000)}${'\x01\x05'.repeat(30_000)}`],
  ])('is not followed without end: %s', { tags: ['slow'] }, (_, typed) => {
    expect(readingsOf(typed).texts).toEqual([typed]);
  });

  it.each<[string, string, Reach]>([
    ['history and completion', 'ab\x1b[A\x10\x12\t\x1b.\x1b*', 'nothing'],
    ['keys of an editor', 'ihello\x1b:wq\r\x1b\x1b', 'nothing'],
    ['a yank of what was killed', 'a\x15\x19', 'nothing'],
    ['a yank of what was killed on another line', '\x19', 'anything'],
    ['a yank of what a count deleted', 'a\x15ab\x1b2\x08\x19', 'anything'],
    ['a macro called', 'a\x18e', 'anything'],
    ['an editor called', 'a\x18\x05', 'anything'],
    ['a macro begun', '\x18(', 'rearranged'],
    ['the mark', 'ab\x18\x18', 'rearranged'],
    ['an undo', 'ab\x1f', 'rearranged'],
    ['M-y', 'a\x15\x19\x1by', 'rearranged'],
    ['a count below nothing', '\x1b-\x02', 'rearranged'],
    ['a count of an edit that takes none', 'a\x1b2\x0b', 'rearranged'],
    ['an enormous count', '\x1b9\x1b9\x1b9\x1b9a', 'rearranged'],
    ['a function key', '\x1bOP', 'rearranged'],
    ['a sequence nobody knows', '\x1b[1;7x', 'rearranged'],
  ])('reaches beyond what is followed: %s', (_, typed, reach) => {
    expect(readingsOf(typed).reach).toBe(reach);
  });

  it('is followed through a long line', () => {
    const word = 'a'.repeat(65_000);
    expect(readingsOf(`${word} b\x17~`).texts).toContain(`${word} ~`);
    expect(readingsOf(`${word}\x01\x1bf\x0b~`).texts).toContain(`${word}~`);
    expect(readingsOf(`${word}b c\x1bb\x1bb\x1bdrm`).texts).toContain('rm c');
  });

  it('a shell drops NUL, and text without keys is read as it is', () => {
    expect(readingsOf('r\0m -rf \0~').texts).toEqual(['rm -rf ~']);
    expect(readingsOf('ls -la\npwd\n').texts).toEqual(['ls -la\npwd\n']);
  });

  it('is done quickly for a line of nothing but keys', () => {
    const startedAt = performance.now();
    readingsOf('\x1b[D'.repeat(20_000) + 'a \x1bb'.repeat(10_000));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
