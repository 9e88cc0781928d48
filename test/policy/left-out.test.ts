/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsOfFind } from '../../src/policy/profiles/find-commands.ts';
import { namesPrinted } from '../../src/policy/profiles/name-lists.ts';
import { textArg } from '../../src/policy/shell/arg.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const decide = (script: string, cwd = 'most') =>
  bench.decide(script, { exec: { cwd: join(bench.workspace.cwd, cwd) } });

const bench = sharedBench(
  () => {
    bench.stub(...'find grep egrep rg wc cat head ls sort xargs sed bash'.split(' '));
    const most = ['src/a.ts', 'src/b.py', 'docs/c.md', '.env', 'deep/er/.env', 'keys/id_rsa', 'keys/x.ts'];
    for (const path of most) bench.file(`most/${path}`, 'x\n');
    for (const path of ['folders/.ssh/id_rsa', 'folders/a.ts', 'shown/prod.env', 'led/a.ts'])
      bench.file(path, 'x\n');
    symlinkSync(join(bench.workspace.cwd, 'most/.env'), join(bench.workspace.cwd, 'led/out.ts'));
  },
  { inherited: () => null },
);

describe('names that are handed on beside a secret which is surely none of them', () => {
  it.each([
    "rg -l add src -g '*.ts' | xargs wc -l",
    "rg -l add -g '*.ts' | xargs wc -l",
    'rg --files -tts | xargs wc -l',
    'rg -l TODO --type py | xargs cat',
    "rg --files -g '*.ts' -g '*.py' | sort | head -20 | xargs wc -l",
    "wc -l $(rg --files -g '*.ts')",
    "rg --files -0 -g '*.ts' | xargs -0 wc -l",
    "find . -type f \\( -name '*.ts' -o -name '*.py' \\) | xargs grep -n TODO",
    "find . \\( -name '*.ts' -o -name '*.md' \\) -type f -print0 | xargs -0 grep -n TODO",
    "find . -type f \\( -name '*.ts' -o -name '*.py' \\) -exec grep -n TODO {} +",
    "find . -type f -a \\( -name '*.ts' -o \\( -name '*.py' -a -size +1k \\) \\) -exec cat {} \\;",
    "find . -name '*.ts' -type f -o -name '*.py' -type f | xargs cat",
    "find . -name '*.py' -exec cat {} + -o -name '*.ts' -exec wc -l {} +",
    "find . -name node_modules -prune -o -name '*.ts' -print | xargs wc -l",
    "find . -type d -name .git -prune -o -type f -name '*.ts' -print | xargs wc -l",
    "find . -type f -name '*.ts' -not -path '*/node_modules/*' | xargs wc -l",
    "find . -type f -path './src/*.ts' | xargs wc -l",
    "find . -type f -path '*/src/*.ts' -exec cat {} +",
    "find . -type f -path '*/a.ts' | xargs wc -l",
    "for f in $(find . -type f \\( -name '*.ts' -o -name '*.py' \\)); do head -3 \"$f\"; done",
    'find . -type f \\( -name \'*.ts\' \\) | while IFS= read -r f; do wc -l "$f"; done',
    "find . \\( -name '*.ts' -o -name '*.py' \\) -type f -exec bash -c 'wc -l \"$1\"' _ {} \\;",
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'rg --files | xargs wc -l',
    'rg -l TODO | xargs grep -n foo',
    "rg --files -g '!*.md' | xargs wc -l",
    "find . -type f -not -path '*/.*' | xargs wc -l",
    "find . -type f ! -path '*/.*' -exec cat {} +",
    'find . -type f ! -name .env -exec grep -l foo {} +',
    "find . -type f ! -iname '.ENV*' | xargs cat",
    "find . -type f ! -name '.*' | xargs cat",
    "find . -type f -not \\( -name '.env' -o -name '*.key' \\) | xargs cat",
    "find . -type f | grep -v '/\\.' | xargs wc -l",
    'find . -type f | grep -v .env | xargs wc -l',
    "find . -type f | grep -vi '.ENV$' | xargs wc -l",
    "find . -type f | grep -v -e node_modules -e '\\.env' | xargs wc -l",
    "find . -type f | grep -vE '/\\.|node_modules' | xargs wc -l",
    'find . -type f | grep -vF .env | sort | xargs wc -l',
  ])('%s runs unasked where no other secret is', async (script) => {
    expect(await decide(script, 'most/deep')).toBe('allow');
    expect(await decide(script, 'most/keys')).toBe('ask');
  });

  it.each([
    "find . -type f | grep -E '\\.(ts|tsx)$' | xargs wc -l",
    "find . -type f | grep '\\.ts$' | xargs wc -l",
    "find . -type f | grep '\\.\\(ts\\|py\\)$' | xargs wc -l",
    "find . -type f | grep -E '\\.tsx?$' | xargs wc -l",
    "find . -type f | egrep -i '\\.ts$|\\.py$' | grep -v test | xargs wc -l",
    "find . -type f | grep -E '^\\./src/.*\\.(ts|tsx)$' | xargs wc -l",
    "find . -type f | grep -e '\\.ts$' -e '\\.py$' | xargs wc -l",
    "find . -type f | grep -P '\\.ts$' | xargs wc -l",
    "find . -type f | grep -E '(a|b)/[^/]*-x\\.ts$' | xargs wc -l",
    "ls -A | grep '\\.md$' | xargs cat",
  ])('%s runs unasked by the lines that are left', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['is looked for', "rg --files -g '.env' | xargs cat"],
    ['may be of the names', "rg -l x -g '*' | xargs cat"],
    ['is searched when hidden', 'rg --files --hidden | xargs cat'],
    ['is searched when hidden, by a letter', 'rg --files -. | xargs cat'],
    ['is searched without restriction', 'rg --files -u | xargs cat'],
    ['is searched without restriction, twice', 'rg --files -uu | xargs cat'],
    ['is of a type that is made', "rg --files --type-add 'ts:.env' -tts | xargs cat"],
    ['is of a type of any', 'rg --files -tall | xargs cat'],
    ['is of a type that is not known', 'rg --files -t sh | xargs cat'],
    ['is let in again', "rg --files -g '!.env' -g '.e*' | xargs cat"],
    ['is not hidden', 'cd ../shown && rg --files | xargs cat'],
    ['is the start', 'rg --files .env | xargs cat'],
    ['is a start among others', "rg --files -g '*.ts' src .env | xargs cat"],
    ['is handed on otherwise', "rg --files -0 -g '*.ts' | xargs cat"],
    ['is reached by a link', "rg -L --files -g '*.ts' ../led | xargs cat"],
    ['has another rule file', 'rg --files --ignore-file x | xargs cat'],
  ])('is asked about where the secret %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it.each([
    ['in a group', "find . -type f \\( -name '*.ts' -o -name '.e*' \\) | xargs cat"],
    ['in a group, by its kind', "find . \\( -name '*.ts' -o -type f \\) | xargs cat"],
    ['beside a group', "find . -type f \\( -name '*.ts' \\) -o -type f | xargs cat"],
    ['on another side', "find . -name '*.ts' -o -type f -exec cat {} +"],
    ['on the side of what is not found', 'find . ! -name .env -o -exec cat {} +'],
    ['on the side of what is not found, printed', 'find . ! -name .env -o -print | xargs cat'],
    ['on the other side of a prune', "find . -name '*.ts' -prune -o -type f -print | xargs cat"],
    ['behind a comma', "find . -name '*.ts' , -type f -exec cat {} +"],
    ['before a group', "find . -exec cat {} + \\( -name '*.ts' -o -name '*.py' \\)"],
    ['printed before a test', "find . -print -name '*.ts' | xargs cat"],
    ['in a group that is denied', "find . -type f ! \\( -name '*.ts' -o -name '*.py' \\) | xargs cat"],
    ['in a group that is denied twice', 'find . -type f ! \\( ! -name .env \\) | xargs cat'],
    ['in a group that is denied and', "find . -type f ! \\( -name .env -name '*.ts' \\) | xargs cat"],
    ['denied twice', 'find . -type f ! ! -name .env | xargs cat'],
    ['denied in other letters', 'find . -type f ! -name .ENV | xargs cat'],
    ['denied in part', "find . -type f ! -name '.env.*' | xargs cat"],
    ['denied by a class', "find . -type f ! -name '[.]env' | xargs cat"],
    ['denied by what may be none', "find . -type f ! -name '\\.env' | xargs cat"],
    ['denied elsewhere', "find . -type f ! -path './src/.*' | xargs cat"],
    ['denied with its folder', "find . -type f ! -path '*/.env/*' | xargs cat"],
    ['denied at the top alone', "find . -type f ! -path './.*' | xargs cat"],
    ['denied with a start of its own', "find .env -type f ! -path '*/.*' | xargs cat"],
    ['with a path that spans folders', "find . -type f -path './*/.e*' | xargs cat"],
    ['with a path of stars', "find . -type f -path './s*c*' | xargs cat"],
    ['by a link', "find ../led \\( -name '*.ts' -o -name '*.py' \\) | xargs cat"],
    ['by links that are followed', "find -L ../led -type f \\( -name '*.ts' -o -name '*.py' \\) | xargs cat"],
    ['in a folder of secrets', 'find ../folders -type f ! -name .ssh -exec cat {} +'],
    [
      'in a folder of secrets, in a group',
      'find ../folders -type f ! \\( -name .ssh -o -name id_rsa \\) -exec cat {} +',
    ],
    ['in a folder of secrets, by path', "find ../folders -type f ! -path '*/.ssh' | xargs cat"],
    ['by an open group', "find . -type f \\( -name '*.ts' | xargs cat"],
    ['by a closed group', "find . -type f -name '*.ts' \\) | xargs cat"],
    ['with nothing before an or', "find . -o -name '*.ts' | xargs cat"],
    ['removed', "find . -type f \\( -name '*.ts' -o -name '*.py' \\) | xargs rm"],
    ['removed by find', "find . \\( -name '*.ts' -o -name '*.py' \\) -exec rm {} +"],
    ['deleted', "find . \\( -name '*.ts' -o -name x -delete \\) -exec cat {} +"],
  ])('is asked about %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it.each([
    ['unanchored', "find . -type f | grep '\\.ts' | xargs cat"],
    ['one of two', "find . -type f | grep -E '\\.ts$|env' | xargs cat"],
    ['one of two ends', "find . -type f | grep -E '\\.ts$|\\.env$' | xargs cat"],
    ['an end of a secret', "find . -type f | grep 'v$' | xargs cat"],
    ['an end of any letter', "find . -type f | grep '.nv$' | xargs cat"],
    ['an end that may be none', "find . -type f | grep -E '(ts)?$' | xargs cat"],
    ['an end that may be none, starred', "find . -type f | grep 's*$' | xargs cat"],
    ['letters in place of a group', "find . -type f | grep -E '\\.(ts|env)$' | xargs cat"],
    ['a group within a group', "find . -type f | grep -E '\\.(ts|(env))$' | xargs cat"],
    ['a class', "find . -type f | grep '[v]$' | xargs cat"],
    ['a class of classes', "find . -type f | grep '[[:alpha:]]$' | xargs cat"],
    ['a backslash', "find . -type f | grep '\\\\.nv$' | xargs cat"],
    ['a letter with a meaning', "find . -type f | grep '\\w$' | xargs cat"],
    ['an edge', "find . -type f | grep 'v\\>$' | xargs cat"],
    ['a dollar that is none', "find . -type f | grep 'ts\\$' | xargs cat"],
    ['a dollar in the middle', "find . -type f | grep -F 'ts$' | xargs cat"],
    ['a pattern of two lines', "find . -type f | grep $'\\\\.ts$\\nenv' | xargs cat"],
    ['a pattern beside another', "find . -type f | grep -e '\\.ts$' -e x | xargs cat"],
    ['a pattern from a file', 'find . -type f | grep -f docs/c.md | xargs cat'],
    ['a denied end', "find . -type f | grep -v '\\.ts$' | xargs cat"],
    ['a denied word', 'find . -type f | grep -vw .env | xargs cat'],
    ['a denied line', 'find . -type f | grep -vx .env | xargs cat'],
    ['a denied beginning', "find . -type f | grep -v '^.env' | xargs cat"],
    ['denied in other letters', 'find . -type f | grep -v .ENV | xargs cat'],
    ['a denied class', "find . -type f | grep -v '[.]env' | xargs cat"],
    ['a denied repetition', "find . -type f | grep -v 'x.env' | xargs cat"],
    ['a denied side that is none', "find . -type f | grep -vE 'x\\|.env' | xargs cat"],
    ['a denied side that is none here', "find . -type f | grep -v 'x|.env' | xargs cat"],
    ['a denied side in a group', "find . -type f | grep -vE '(x|.env|y)z' | xargs cat"],
    ['a denied side in a class', "find . -type f | grep -vE '[x|.env|y]z' | xargs cat"],
    ['hidden names below alone', "ls -A | grep -v '/\\.' | xargs cat"],
    ['a flag that is not known', "find . -type f | grep -m1 '\\.ts$' | xargs cat"],
    ['of context', "find . -type f | grep -A1 '\\.ts$' | xargs cat"],
    ['parts of lines', "find . -type f | grep -o '.env\\|\\.ts$' | xargs cat"],
    ['lines that end otherwise', "find . -type f -print0 | grep -z '\\.ts$' | xargs -0 cat"],
    ['a file', "find . -type f | grep '\\.ts$' docs/c.md | xargs cat"],
  ])('is asked about where the lines are kept by %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it.each([
    ['groups', `find . ${'( '.repeat(20_000)}-name x -exec cat {} +`],
    ['closed groups', `find . ${'( '.repeat(9000)}-name x ${') '.repeat(9000)}-exec cat {} +`],
    ['denials', `find . ${'! '.repeat(29_000)}-name x -exec cat {} +`],
    ['sides', `find . ${'-name x -o '.repeat(5000)}-name y -exec cat {} +`],
    ['commands', `find . ${'-name x -exec cat {} + '.repeat(2500)}-true`],
    ['starts', `find ${'a '.repeat(28_000)}${'-name x -o '.repeat(250)}-true -exec cat {} +`],
    ['stars', `find . -type f ! -name ${'*x'.repeat(29_000)} -exec cat {} +`],
    ['letters', `grep -E ${'(a|b)?'.repeat(9000)}$`],
    ['letters in few', `grep -E ${'(a|b)?'.repeat(170)}$`],
    ['backslashes', `grep ${'\\'.repeat(59_000)}$`],
    ['brackets', `grep ${'['.repeat(59_000)}$`],
    ['brackets in few', `grep ${'['.repeat(1000)}$`],
    ['alternatives', `grep -E ${'a$|'.repeat(19_000)}b$`],
    ['patterns', `grep ${'-e .*a '.repeat(8000)}`],
    ['denied patterns', `grep -v ${'-e a.a '.repeat(8000)}`],
  ])('takes no long time over many %s', (_, text) => {
    const words = text.trim().split(' ').map(textArg);
    const isFind = text.startsWith('find');
    const start = performance.now();
    const found = isFind
      ? commandsOfFind(words)?.commands.map((command) => command.found)
      : [namesPrinted([['find', '.', '-type', 'f'].map(textArg), words])?.found];
    for (const one of found ?? []) for (let count = 0; count < 64; count += 1) one?.skips(`x${count}.env`);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
