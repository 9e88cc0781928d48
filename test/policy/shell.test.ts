import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const d = '$';

describe('reading a command', () => {
  const bench = sharedBench(() => {
    bench.stub('cn1', 'npm', 'rg', 'cargo');
    for (const name of ['a.txt', 'b.txt', 'sub/deep/x', '.env', 'src/-n.md', 'src/b.md', 'keys/id_rsa'])
      bench.file(name, 'x');
    mkdirSync(join(bench.folder, 'other'));
  });

  const decide = (script: string) => bench.decide(script);

  it.each([
    'ls && pwd || id; whoami | cat & wait',
    'ls\n\npwd\n',
    '{ ls; pwd; }',
    '( ls; pwd ) | cat',
    '! ls',
    '[[ ( -f a ) && a -nt b ]]',
    'time ls',
    'if [ -f a.txt ]; then cat a.txt; elif test -d x; then ls x; else pwd; fi',
    'while true; do ls; break; done',
    'until false; do ls; break; done',
    'for f in a.txt b.txt; do cat "$f"; done',
    'for f in *.txt; do head -1 "$f"; done',
    'wc -l src/*',
    'ls $(pwd) "$(pwd)/src"',
    'cd sub && cat "$(pwd)/deep/x"',
    'cat "`pwd`/a.txt"',
    'FILES="a.txt b.txt"; for f in $FILES; do cat $f; done',
    'F="a.txt src/b.md"; wc -l $F',
    'F="a.txt b.txt"; G=$F; echo "$G"',
    'head -5 src/* sub/*',
    'for f in src/*; do wc -l "$f"; done',
    'for f in a b; do for g in c d; do echo "$f$g"; done; done',
    'case x in a|b) ls;; *) pwd;; esac',
    '[[ -f a.txt && ! -d "$X" ]] && ls',
    '[[ a == b* ]] || ls',
    '[[ "$X" =~ ^a ]] || ls',
    'echo "$(pwd)" `ls`',
    'echo "$(cat a.txt | wc -l)"',
    'echo $((1 + 2))',
    'start=$(date +%s); ls; end=$(date +%s); echo "$((end - start))s"',
    '[[ $(id -u) -eq 0 ]] && echo root',
    'ls; [[ $? -eq 0 ]] && echo ok',
    't=$(date +%s); ls; t=$(date +%s); echo "$t"',
    'i=0; while [[ $i -lt 3 ]]; do echo "$i"; i=$((i + 1)); done',
    `echo "${d}{X}" ${d}{X:-y} ${d}{#X} "${d}{X%.*}"`,
    'x=1; echo $x',
    'export NODE_ENV=test; ls',
    "cat <<'E'\n$(rm x) `rm x`\nE",
    'cat <<E\nplain\nE',
    'cat <<< "$(ls)"',
    'cat < a.txt',
    'ls 2>&1 >/dev/null </dev/null &>/dev/null',
    'ls | tee /dev/null',
    'for key in a b; do echo "$key"; done',
    'set -euo pipefail; ls',
    'ls # $(rm x)'.slice(0, 4),
    "bash -c 'ls; pwd'",
    'bash -c "bash -c \'bash -c ls\'"',
    "sh -c 'ls && pwd'",
    'env A=1 nice timeout 5 ls',
    'nohup -- nice -n 5 -- timeout -- 5 ls',
    'command ls',
    'ls {a,b}.txt sub/{deep,}',
    'ls *.{ts,js}[ab] [{}] x[{a]*',
    'cat ~/x',
    'cat "$HOME/x" "$PWD/a.txt"',
    'printf \'%s\\n\' "$X"',
    'while read -r l; do echo "$l"; done < a.txt',
    'cat -- a.txt 2>/dev/null || true',
    'cd sub && cd deep && cat x',
    'cd sub/deep; cat ../../a.txt',
    'cd "$HOME" && ls',
    'ls $HOME{/a,/b} "$HOME"{a,b}',
    "echo $'\\u2713 done' a\\\\",
    'grep -c x *.txt',
  ])('understands %j', async (script) => {
    const verdict = await bench.judge(script);
    expect(`${verdict.decision} ${verdict.decision === 'allow' ? '' : verdict.reason}`).toBe('allow ');
  });

  it.each([
    '$X',
    '"$X" a',
    'X=s; "l$X" a',
    `case ${d}{X:=y} in y) ls;; esac`,
    '$(echo ls)',
    "cat $'\\xff'",
    'cat 12< a.txt',
    'cat <<A',
    'f() { ls; }; f',
    'function f { ls; }',
    'coproc ls',
    'select x in a; do ls; done',
    'for ((;;)); do ls; done',
    '(( a ))',
    'eval ls',
    '. a.txt',
    'source a.txt',
    'exec ls',
    'trap ls EXIT',
    'alias ls=pwd',
    'builtin pwd',
    'enable -n pwd',
    'hash -r',
    'declare x=1',
    'local x=1',
    'readonly x',
    'let x=1',
    'a=([0]=1)',
    'a=(["x"]=1)',
    'a=([$(id)]=1)',
    'a[0]=1',
    'a+=([1]=2)',
    `echo ${d}{!X}`,
    `echo ${d}{X@P}`,
    `echo ${d}{X:=y}`,
    `echo ${d}{X[y]}`,
    `echo ${d}{X[0+1]}`,
    `echo ${d}{X[${d}(id)]}`,
    `echo ${d}{X:a}`,
    'echo $((x))',
    'echo $[1]',
    'echo $"x"',
    "echo $'a\\cb'",
    "echo $'a\\\nb'",
    'cat a<(ls)',
    'ls > >(cat)',
    'cat <<E\n$X\nE',
    'cat < a.txt <<< "$(cat)"',
    '{fd}>/dev/null ls',
    'ls <> a.txt',
    'ls 3>&1',
    'ls >&-',
    'echo a!(b)',
    'echo ~root',
    'ls | | pwd',
    'echo $(ls | | pwd)',
    'echo "`ls |`"',
    'X=$(if ls)',
    '[[ -n $(ls &&& pwd) ]]',
    'if ls',
    'echo "x',
    '# only a comment',
    '   ',
    'l\\\ns',
    'ls &\\\n& pwd',
    'ls\u00a0x',
    'echo é\\; pwd',
    'cat < /dev/tcp/localhost/1',
    'cat < /dev/tcp/*x.localhost/1',
    'for f in /dev/udp/[a]; do cat < "$f.localhost/1"; done',
    'echo x=~/y',
    'echo $API_TOKEN',
    'echo "$AWS_SECRET_ACCESS_KEY"',
    `echo ${d}{#MY_PASSWORD}`,
    'env env env env env ls',
    '[[ -v x ]]',
    '[[ x -eq 1 ]]',
    '[[ $X -gt 1 ]]',
    '[[ $(cat a.txt) -gt 1 ]]',
    '[[ $(id -u)x -eq 1 ]]',
    "[[ 1 -lt 'a[$(id)]' ]]",
    'i=0; i=x; [[ $i -eq 0 ]]',
    'ls $HOME{a,/b}',
    'x={a.txt,}; cat "$x"',
    '[[ -f {a.txt,} ]]',
    'cat < {a.txt,}',
    'case {a,} in a) ls;; esac',
    'X=s; ls $X{,a}b',
    'for x in a; do ls $x{1..2}; done',
    'ls a\\',
    "ls 'a'\\\\\\",
    'ls {1..1000}',
    'echo {a,{b,c}}',
    `bash -c ${"'bash -c '"}"'"'ls'`,
  ])('does not pretend to understand %j', async (script) => {
    const verdict = await bench.judge(script);
    expect(verdict.decision).toBe('ask');
    expect(verdict.opaque).not.toBeNull();
    expect(verdict.suggest).toEqual([]);
    expect(await bench.decide(script, { rules: [{ allow: '*' }] })).toBe('ask');
  });

  it.each([
    ['a bell', 'ls\u0007'],
    ['a carriage return', 'ls\r'],
    ['a NUL', 'ls\0'],
    ['a bidi mark', 'ls \u202e'],
    ['a zero-width space', 'l\u200bs'],
    ['a byte order mark', '\ufeffls'],
    ['half a surrogate pair', 'ls \ud800'],
    ['C1 controls', 'ls \u009b'],
    ['too much', `echo ${'x'.repeat(131_072)}`],
  ])('refuses %s outright, and only full runs it', async (_, script) => {
    expect(await decide(script)).toBe('deny');
    expect(await bench.decide(script, { settings: yolo })).toBe('allow');
  });

  it.each([
    ['cd sub && cat ../.env', 'ask'],
    ['cd sub; cat ../.env', 'ask'],
    ['cd sub || cat .env', 'ask'],
    ['(cd sub); cat .env', 'ask'],
    ['cd nowhere; cat .env', 'ask'],
    ['cd "$X" && cat a.txt', 'ask'],
    ['cd - && cat a.txt', 'ask'],
    ['cd -P sub && ls', 'ask'],
    ['cd sub deep; cat a.txt', 'ask'],
    ['pushd sub && ls', 'allow'],
    ['for x in a b; do cd ..; cat a.txt; done', 'ask'],
    ['cd "$X"; ls /etc', 'ask'],
    ['cd sub && ls && cd .. && cat a.txt', 'allow'],
    ['command -v ls && cat a.txt', 'allow'],
    ['for i in a; do (cd sub && ls); done', 'allow'],
    ['for d in sub .; do (cd $d && cat a.txt); done', 'allow'],
    ['for d in sub .; do (cd "$d" && ls) | wc -l; ls; done', 'allow'],
    ['for d in sub /tmp; do (cd $d && echo x > a.txt); done', 'ask'],
    ['for d in sub .ssh; do (cd ~/$d && cat id_rsa); done', 'ask'],
    ['while (cd sub && test -f a.txt); do ls; done', 'allow'],
    ['for d in a; do (ls); cd ..; cat a.txt; done', 'ask'],
    ['for d in a; do cd ..; (cat a.txt); done', 'ask'],
    ['for d in a; do (cd /; (cd tmp); cat ../etc/shadow); done', 'ask'],
    ['for d in a; do echo $(cd /; pwd); cat a.txt; done', 'ask'],
    ['if cd sub; then cat ../a.txt; fi', 'allow'],
    ['cd sub && ls | (cd deep && cat x)', 'allow'],
  ])('follows the cwd: %j %s', async (script, expected) => {
    expect(await decide(script)).toBe(expected);
  });

  it.each([
    ['cd sub; cat x', 'deny'],
    ['cd sub\ncat x', 'deny'],
    ['cd sub/deep; cd ..; cat x', 'deny'],
    ['cd sub & cat x', 'allow'],
    ['cd sub && cd .. && cat x', 'allow'],
    ['(cd sub; ls); cat x', 'allow'],
  ])('holds a rule about a file against where it stands: %j %s', async (script, expected) => {
    const rules = [{ tool: 'read', deny: 'sub/x' }];
    expect(await bench.decide(script, { rules })).toBe(expected);
  });

  it.each([
    ['cat *', 'a wildcard that could reach a secret'],
    ['cat ~/sub/*', 'a wildcard outside of the workspace'],
    ['cd / && cat etc/*', 'a wildcard outside of the workspace'],
    ['cat keys/*', 'a wildcard that reaches a secret'],
    ['cd keys && wc -l *', 'a wildcard that reaches a secret'],
    ['for f in keys/*; do wc -l "$f"; done', 'a wildcard that reaches a secret'],
    ['cat < keys/*', 'a wildcard that reaches a secret'],
    ['for f in s*; do cat "$f/.env"; done', 'a wildcard with a secret behind it'],
    ['grep -r x .*', 'the folder above'],
    ['cat .*', 'a wildcard that could reach a secret'],
    ['cat .e*', 'a wildcard that could reach a secret'],
    ['cat ?env', 'not a dot file'],
    ['cd src && wc -l *.md', 'a file that looks like an option'],
    ['cat $X', 'an unknown path'],
    ['cat "$(pwd)/.env"', 'a secret where it runs'],
    ['cd keys && cat "$(pwd)/id_rsa"', 'a secret where it runs'],
    ['ls; cd "$X"; cat "$(pwd)/a.txt"', 'an unknown folder'],
    ['pwd() { echo /etc/shadow; }; cat $(pwd)', 'another pwd'],
    ['cat "$(pwd -P)/a.txt"', 'what links lead to'],
    ['cat "$(pwd x)/.env"', 'a secret where it runs'],
    ['F="a.txt .env"; for f in $F; do cat $f; done', 'a secret among words'],
    ['F="a.txt .env"; cat $F', 'a secret among words'],
    ['F="-o a.txt b.txt"; sort $F', 'a file written'],
    ['F="a.txt b*"; cat $F', 'a wildcard in a variable'],
    ['F="a.txt b.txt"; F+=" .env"; cat $F', 'a variable set again'],
    ['IFS=x; F="a.txtx.env b"; cat $F', 'other blanks'],
    ['read -r IFS < a.txt; F="aab.txt c"; cat $F', 'other blanks'],
    ['X=; cat $X a.txt', 'a variable that is no word at all'],
    ['[ "$@" = x ]', 'arguments that are no word at all'],
    ['ls "`ls {a,b}`"', 'braces behind backticks in quotes'],
    ['cat x[{a,/../b}]', 'braces in a class'],
    ['cat x[{],[/../b}]', 'braces in two classes'],
    ['ls [{a..c}]*', 'a range of braces in a class'],
    ['cat "$X"', 'an unknown path'],
    ["cat $'a\\u00e9'", 'a character that not every locale has'],
    ["ls > $'\\u002f'dev/null", 'a character that not every bash knows'],
    ['for f in $X; do cat "$f"; done', 'an unknown path'],
    ['for f in a.txt; do f=.env; cat "$f"; done', 'a variable set again'],
    ['for f in a.txt; do read -r f; cat "$f"; done', 'a variable set again'],
    ['echo "$(cat .env)"', 'a secret in a substitution'],
    ['cat < .env', 'a secret behind a redirect'],
    ['grep x .env', 'a secret'],
    ['ls > x', 'a file written'],
    ['cn1', 'an unknown program'],
    ['export', 'every variable'],
    ['PATH=. ls', 'a path of programs'],
    ['PATH=.; ls', 'a path of programs'],
    ['export PATH=.; ls', 'a path of programs'],
    ['env PATH=. ls', 'a path of programs'],
    ['for PATH in a; do ls; done', 'a path of programs'],
    ['LC_ALL=zh_CN.GBK ls', 'a locale that reads text otherwise'],
    ["bash -lc 'ls'", 'a login shell'],
    ["bash -fc 'ls'", 'options of a shell'],
    ["bash -c 'shift; ls' _ x", 'arguments that a script moves'],
    ["zsh -c 'ls'", 'another shell'],
    ["sh -c 'ls $X'", 'what shells read differently'],
    ["sh -c 'ls {a,b}'", 'what shells read differently'],
    ["sh -c 'ls &>/dev/null'", 'what shells read differently'],
  ])('asks about %j: %s', async (script, why) => {
    const expected = why === 'not a dot file' ? 'allow' : 'ask';
    expect(await decide(script)).toBe(expected);
  });

  it('reads for sh only what all shells read alike', async () => {
    const sh = (script: string) => bench.decide(script, { exec: { shell: 'sh' } });
    for (const script of [
      'ls',
      'ls -la | wc -l && pwd',
      "cat 'a.txt' 2>/dev/null",
      'ls *.txt',
      'cd sub; ls',
      'ls *a* ?*/*',
      'grep "x$" a.txt; grep x$ a.txt',
    ]) {
      expect(await sh(script), script).toBe('allow');
    }
    for (const script of [
      'echo $X',
      'ls &',
      '(ls)',
      'A=1 ls',
      'time ls',
      "echo $'a'",
      'ls |& cat',
      'cat <<< x',
      '[[ a ]]',
      'ls **/x',
      "ls *''*/x",
      'ls $~a',
      'ls "$^a"',
      'ls a$=',
      'ls --a=~/x',
      'ls a\\',
    ]) {
      expect(await sh(script), script).toBe('ask');
    }
  });

  it('has no grammar for PowerShell, where a rule must be the very text', async () => {
    const exec = { shell: 'pwsh' as const };
    expect(await bench.decide('Get-ChildItem', { exec })).toBe('ask');
    const rules = [{ allow: 'Get-ChildItem' }];
    expect(await bench.decide('Get-ChildItem', { exec, rules })).toBe('allow');
    expect(await bench.decide('Get-ChildItem x', { exec, rules: [{ allow: 'Get-ChildItem *' }] })).toBe(
      'ask',
    );
  });

  it('takes the words of argv mode as they are, without a shell', async () => {
    const argv = (...words: string[]) =>
      bench.decide('', { exec: { script: null, argv: words, shell: null } });
    expect(await argv('ls', '-la')).toBe('allow');
    expect(await argv('cat', '$HOME', '; rm x')).toBe('allow');
    expect(await argv('cat', '.env')).toBe('ask');
    expect(await argv('bash', '-c', 'ls')).toBe('allow');
    expect(await argv('bash', '-c', 'cn1')).toBe('ask');
    expect(await argv('cd', 'sub')).toBe('ask');
    expect(await argv('timeout', '5', 'ls')).toBe('allow');
    expect(await argv('')).toBe('ask');
  });

  it('survives hostile nesting', { tags: ['slow'] }, async () => {
    for (const open of ['(', '$(', '{ ', 'if ', '`', '[[ ', '((', "bash -c '"]) {
      expect(await decide(`echo ${open.repeat(5000)}`)).toMatch(/^(ask|allow)$/);
      expect(await decide(open.repeat(5000))).toBe('ask');
    }
    expect(await decide(`echo ${'$(echo '.repeat(40)}x${')'.repeat(40)}`)).toBe('ask');
    expect(await decide('ls;'.repeat(5000))).toBe('ask');
  });

  it('asks before nohup keeps what a terminal would show', async () => {
    expect(await decide('nohup ls')).toBe('allow');
    expect(await bench.decide('nohup ls', { exec: { pty: true } })).toBe('ask');
  });

  it('shows every command with its program and reason', async () => {
    const { commands } = await bench.judge('ls -la && cn1 "a b"');
    expect(commands.map(({ argv, decision }) => [argv, decision])).toEqual([
      [['ls', '-la'], 'allow'],
      [['cn1', 'a b'], 'ask'],
    ]);
    expect(commands[0]).toMatchObject({
      rule: { source: 'built-in' },
      program: expect.stringMatching(/\/ls$/),
    });
  });
});
