import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Attack, attackRows } from '../helpers/attack.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const rows: readonly Attack[] = [
  ['a number that is compared', "[ 'PATH[$(CANARY)1]' -eq 0 ] && false"],
  ['a number that is printed', "printf %d 'PATH[$(CANARY)1]' && false"],
  ['a width', "printf '%*d' 'PATH[$(CANARY)1]' 1 && false"],
  ['a status', "exit 'PATH[$(CANARY)1]'"],
  ['a descriptor', "[ -t 'PATH[$(CANARY)1]' ] && false"],
  ['how many loops end', "break 'PATH[$(CANARY)1]' && false"],
  ['how much is read', "read -n 'PATH[$(CANARY)1]' x < a.txt && false"],
];

/** Shells that may stand for `sh` somewhere, as far as they are here. */
const shells = '/bin/sh /bin/dash /bin/busybox /bin/mksh /bin/ksh93 /bin/zsh /bin/yash /bin/posh'
  .split(' ')
  .filter((path) => existsSync(path));

describe.each(shells)('texts that %s computes', (path) => {
  attackRows('numbers', rows, { config: { shell: { flavour: 'sh', path } } });
});

/** A key in the home, and links to it whose names are more than one character or byte. */
function linkKey({ home, cwd }: { readonly home: string; readonly cwd: string }): void {
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, '.ssh/id_rsa'), 'KEY\n');
  for (const name of ['d/😀', 'e/é', '\\u00E9']) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    symlinkSync(join(home, '.ssh/id_rsa'), join(cwd, name));
  }
}

describe.each(['C', 'C.UTF-8'])('a name that is read as another in the locale %s', (locale) => {
  it.each([
    ['one character of two halves', 'cat d/?'],
    ['one byte of two', 'cat e/??'],
    ['an escape that is kept as it is', "cat $'\\u00e9'"],
  ])('%s', async (_, command) => {
    const home = realpathSync(tempFolder());
    const cwd = join(home, 'work');
    linkKey({ home, cwd });
    const { status, stdout } = await runCli(['shell', command], { home, cwd, env: { LC_ALL: locale } });
    expect(String(stdout)).not.toContain('KEY');
    expect(status).toBe(126);
  });
});

attackRows(
  'braces that make names of variables',
  [['an action of find', "find $PWD{a,/b}-exec ';' && false"]],
  {
    setUp({ cwd, mark }) {
      writeFileSync(join(cwd, 'b-exec'), `#!/bin/sh\n: >> '${mark}'\n`, { mode: 0o755 });
    },
  },
);
