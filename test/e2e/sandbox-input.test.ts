import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { hasBubblewrap } from '../helpers/sandbox-levels.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

if (!hasBubblewrap)
  process.stderr.write('Skipped: the input of a sandbox (bubblewrap cannot make one here)\n');

/** Runs a script of bash with a file on its standard input, which `IN COMMAND` hands to a command in the sandbox. */
function runScript(script: string, content: string | Uint8Array): string {
  const home = tempFolder();
  const file = join(home, 'input');
  writeFileSync(file, content);
  const define = `IN() { "${binary}" --yolo --host sandbox --no-cap shell --quiet "$@"; };`;
  return spawnSync('bash', ['-c', `${define} { ${script}; } < ${file}`], {
    cwd: home,
    env: cleanEnv(home),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).stdout;
}

const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index}\n`);
const text = lines.join('');

describe.runIf(hasBubblewrap)('a file on standard input of a sandbox', () => {
  it.each([
    ['reads nothing', 'IN true; cat', text],
    ['reads a line', 'IN "read -r x; echo got \\$x"; cat', `got line 0\n${lines.slice(1).join('')}`],
    ['is read from where it stands', 'read -r x; IN "read -r x; echo \\$x"', 'line 1\n'],
    ['reads it all', 'IN cat; cat', text],
    [
      'reads a part and is killed',
      'IN --timeout 1 "dd bs=1000 count=300 iflag=fullblock status=none; sleep 60"; cat',
      text,
    ],
  ])('is where the command left it, which %s', (_, script, printed) => {
    expect(runScript(script, text)).toBe(printed);
  });

  it('is not eaten by commands of a loop that reads it', () => {
    expect(runScript('while read -r x; do IN "echo in $x"; done', 'a\nb\nc\n')).toBe('in a\nin b\nin c\n');
  });

  it.each([
    ['closed', '--no-stdin', '0\n'],
    ['a file', '--quiet', '0 a a\n'],
  ])('of a terminal is typed, and what is %s ends as it does without a sandbox', (_, flag, said) => {
    const script = `IN --pty --timeout 60 ${flag} cat > shown; echo $? $(tr -d '\\r' < shown)`;
    expect(runScript(script, 'a\n')).toBe(said);
  });

  it('arrives whole, byte for byte', () => {
    const bytes = randomBytes(20_000_000);
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect(runScript('IN sha256sum; cat', bytes)).toBe(`${sum}  -\n`);
  });
});
