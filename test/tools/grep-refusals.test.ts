import { afterAll, beforeAll, expect, it } from 'vitest';
import { grep } from '../../src/tools/grep/tool.ts';
import { type FileWorkspace, failureOf, makeWorkspace } from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({ 'src/c.ts': 'a\n', '../outside/o.txt': 'a\n', out: '-> ../outside' });
});

afterAll(() => ws.remove());

it.each<[object, string]>([
  [
    { pattern: '(' },
    'Cannot grep "(": regex parse error: unclosed group, expected a Rust regular expression',
  ],
  [
    { pattern: '(?=x)' },
    'is not supported, expected a Rust regular expression; grep -P in shell takes these',
  ],
  [{ pattern: '(a)\\1' }, 'backreferences are not supported, expected a Rust regular expression; grep -P'],
  [{ pattern: '\\d{99999}' }, 'compiled regex exceeds size limit of 104857600, expected a smaller one'],
  [{ pattern: 'a\nb' }, 'is not allowed in a regex, expected a pattern for one line (or multiline)'],
  [{ pattern: 'a\\nb' }, 'is not allowed in a regex, expected a pattern for one line (or multiline)'],
  [
    { pattern: 'a', type: 'nonsense' },
    'unrecognized file type: nonsense, expected one type that ripgrep knows',
  ],
  [
    { pattern: 'a', glob: '[' },
    "error parsing glob '[': unclosed character class; missing ']', expected a glob",
  ],
  [
    { pattern: 'a\0b' },
    'Cannot grep "a\\0b": it holds a NUL byte, expected text without one; grep -aP in shell',
  ],
  [{ pattern: 'a\\x00b' }, 'pattern contains "\\0" but it is impossible to match, expected text without one'],
  [{ pattern: 'a', path: 'src/c.ts/' }, 'it is a file, and the path names a folder'],
  [{ pattern: 'a', path: 'nowhere' }, 'no such file or folder, expected an existing file or folder'],
  [{ pattern: 'a'.repeat(131_073) }, 'it has 131073 bytes, expected at most 131000'],
  [{ pattern: 'é'.repeat(65_501) }, 'it has 131002 bytes, expected at most 131000'],
  [{ pattern: 'a', glob: 'a'.repeat(131_073) }, 'it has 131073 bytes'],
  [{ pattern: 'a', type: 'a'.repeat(131_001) }, 'it has 131001 bytes'],
  [{ pattern: 'a', path: '../outside' }, 'give an absolute path'],
  [{ pattern: 'a', path: 'out' }, 'give an absolute path'],
  [{ pattern: 'a', path: '/dev/null' }, 'it is a device'],
  [{ pattern: '' }, '"pattern" must not be empty'],
  [{ pattern: 'a', limit: -1 }, '"limit" is -1, must be at least 0'],
  [{ pattern: 'a', context: 1001 }, '"context" is 1001, must be at most 1000'],
  [{ pattern: 'a', timeout: 301 }, '"timeout" is 301, must be at most 300'],
  [{ pattern: 'a', outputMode: 'files_with_matches' }, '"outputMode" must be'],
  [{ pattern: 'a', ignorecase: true }, 'did you mean "ignoreCase"?'],
])('refuses %j', async (input, message) => {
  const failure = await failureOf(grep, input, ws.context);
  expect(failure).toContain(message);
  if (!/^"|^did/.test(message)) expect(failure).toMatch(/^Cannot (grep|search) ".*": .*, expected /s);
});
