import { describe, expect, it } from 'vitest';
import { type Ending, shapeOutput } from '../../src/output/shape.ts';

const ordinary: Ending = {
  exitCode: 0,
  signal: null,
  timedOutSeconds: null,
  idleSeconds: null,
  cancelled: false,
  backgroundPids: [],
};
const shown = (text: string, ...notices: string[]) => ({ text, notices });

describe('shapeOutput, merged', () => {
  it.each([
    ['output as it is', shown('a\nb\n'), {}, 'a\nb\n'],
    ['output without a last newline', shown('a'), {}, 'a'],
    ['nothing', shown(''), {}, '(no output)'],
    ['a blank line is output', shown('\n'), {}, '\n'],
    ['a failure', shown('a\n'), { exitCode: 2 }, 'a\n(exit code 2)'],
    ['a failure after an open line', shown('a'), { exitCode: 1 }, 'a\n(exit code 1)'],
    ['a failure without output', shown(''), { exitCode: 1 }, '(no output)\n(exit code 1)'],
    ['a signal', shown('a\n'), { exitCode: null, signal: 'SIGSEGV' }, 'a\n(ended by signal SIGSEGV)'],
    ['a timeout', shown('a\n'), { exitCode: null, timedOutSeconds: 1.5 }, 'a\n(timed out after 1.5s)'],
    [
      'an idle timeout',
      shown(''),
      { exitCode: null, idleSeconds: 3 },
      '(no output)\n(idle: no output for 3s)',
    ],
    ['a cancelled call', shown('a\n'), { exitCode: null, cancelled: true }, 'a\n(cancelled)'],
    ['one process left', shown('a\n'), { backgroundPids: [7] }, 'a\n(background pids: 7)'],
    ['an omission', shown('a\n', '5 bytes omitted'), {}, 'a\n(5 bytes omitted)'],
    [
      'all of it, in this order',
      shown('a\n', 'notice'),
      { exitCode: 3, timedOutSeconds: 1, backgroundPids: [1, 2] },
      'a\n(exit code 3)\n(timed out after 1s)\n(background pids: 1, 2)\n(notice)',
    ],
  ])('%s', (_, stream, ending, text) => {
    expect(shapeOutput({ streams: [stream], ...ordinary, ...ending })).toEqual([{ type: 'text', text }]);
  });
});

describe('shapeOutput, split', () => {
  it.each([
    ['both', shown('a\n'), shown('b\n'), {}, 'a\n', 'STDERR:\nb\n'],
    ['only stdout', shown('a\n'), shown(''), {}, 'a\n', 'STDERR:\n(no output)'],
    ['only stderr', shown(''), shown('b'), {}, '(no output)', 'STDERR:\nb'],
    [
      'trailers once, at the end',
      shown('a\n', 'n1'),
      shown('b', 'n2'),
      { exitCode: 1 },
      'a\n',
      'STDERR:\nb\n(exit code 1)\n(n1)\n(n2)',
    ],
  ])('%s', (_, stdout, stderr, ending, first, second) => {
    expect(shapeOutput({ streams: [stdout, stderr], ...ordinary, ...ending })).toEqual([
      { type: 'text', text: first },
      { type: 'text', text: second },
    ]);
  });
});
