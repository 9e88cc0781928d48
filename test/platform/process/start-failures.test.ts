import { describe, expect, it } from 'vitest';
import { messageOf, ToolFailure } from '../../../src/core/failure.ts';
import { folderFailure } from '../../../src/platform/files/working-folder.ts';
import { explainStart } from '../../../src/platform/process/start-failure.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: as the system puts it`), { code });

describe('what the system says of the folder of a command', () => {
  it.each([
    ['ENOENT', 'no such folder, expected an existing folder'],
    ['EACCES', 'permission denied, expected a folder you may enter'],
    ['EIO', 'its disk or device reports an error (EIO), expected a sound one'],
    ['EMFILE', 'too many files are open, expected a free descriptor, or a higher limit (ulimit -n)'],
    ['ENFILE', 'too many files are open in the whole system, expected a free descriptor'],
    ['EOVERFLOW', 'the system says EOVERFLOW, expected the system to allow it'],
  ])('%s', (code, told) => {
    expect(folderFailure('/there', systemError(code)).message).toBe(`Cannot run in "/there": ${told}`);
  });

  it('leaves what is no error of the system', () => {
    expect(() => folderFailure('/there', new TypeError('ours'))).toThrow(TypeError);
  });
});

describe('what the system says of a program that is started', () => {
  const request = { argv: ['/bin/sh'], env: {}, cwd: '/' };

  it.each([
    [
      'EAGAIN',
      'the system has no room for another process, expected fewer calls at once, or a higher limit (ulimit -u)',
    ],
    ['EMFILE', 'too many files are open, expected fewer calls at once, or a higher limit (ulimit -n)'],
    ['ENOSPC', 'the disk is full, expected the system to start it'],
    ['EOVERFLOW', 'the system says EOVERFLOW, expected the system to start it'],
  ])('%s', (code, told) => {
    const failure = explainStart(systemError(code), request);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(messageOf(failure)).toBe(`Cannot run "/bin/sh": ${told}`);
  });

  it.each([
    ['/usr', 'it is a folder, expected a program'],
    ['./bin', 'it is a folder, expected a program'],
    ['/etc/passwd', 'it is not executable, expected a file with execute permission'],
  ])('EACCES of %s', (program, told) => {
    const failure = explainStart(systemError('EACCES'), { argv: [program], env: {}, cwd: '/usr' });
    expect(messageOf(failure)).toBe(`Cannot run "${program}": ${told}`);
  });

  it.each([
    [
      { LANG: 'C', X: 'é'.repeat(65_535) },
      '"X=" and its value have 131072 bytes, the system takes 131071 in a variable',
    ],
    [{ LANG: 'C', X: `${'é'.repeat(65_534)}a` }, 'its arguments and environment are too long for the system'],
  ])('E2BIG of one variable and of all', (env, told) => {
    const failure = explainStart(systemError('E2BIG'), { ...request, env });
    expect(messageOf(failure)).toBe(
      `Cannot run "/bin/sh": ${told}, expected a long text in a file or in stdin`,
    );
  });

  it('leaves what is no error of the system', () => {
    const ours = new TypeError('ours');
    expect(explainStart(ours, request)).toBe(ours);
  });
});
