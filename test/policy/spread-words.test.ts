/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [{ deny: 'git push *' }, { deny: 'curl *' }, { deny: './deploy.sh *' }];

const bench = sharedBench(() => {
  for (const path of [
    '.env',
    'sub/.env',
    'a.ts',
    'deploy.sh',
    'build/x',
    '../home/.config/agent-tools/config.json',
  ])
    bench.file(path, 'x');
});

const decide = (script: string) => bench.decide(script, { settings: yolo, rules });
const config = '~/.config/agent-tools/config.json';

describe('the words that braces make', () => {
  it.each([
    'cat .en{v,v}',
    'cat .en{v..v}',
    'cat .en{u..w}',
    'cat .en{v..w..1}',
    'cat .en{z..a..2}',
    'cat .e{n..n}{v..v}',
    'cat "."en{v..v}',
    'cat < .en{v..v}',
    'cat ./{.env,{a..c}}',
    'echo x > ~/.config/agent-tool{s..s}/config.json',
    'for d in /dev/sd{a..c}; do dd if=/dev/zero of=$d; done',
    'for d in {a..e..2}; do dd if=/dev/zero of=/dev/sd$d; done',
    'dd if=/dev/zero of=/dev/nvme{-1..0}n1',
    'dd if=/dev/zero of=/dev/nvme{00..1}n1 of=/dev/sd{a..c}',
    'rm -rf /us{r..r}',
    'rm -rf /us{z..a}',
    'rm -rf {/us{r..r},x}',
    'rm -rf /{u..u}{s..s}{r..r}',
    'rm -rf ~{,x}',
    'rm -rf {$HOME,x}',
    'd=/; rm -rf {$d,x}',
    'a=(/us{r..r}); rm -rf "${a[@]}"',
    'git pus{h..h}',
    'git {pus{h..h},}',
    'git {push,origin}',
    'git {"push",x}',
    "git {pu'sh',x}",
    'x=h; git pus{$x,}',
    'git pus{`echo h`,x}',
    '{,git} push',
    '{git,{push,origin}}',
    '{g..g}it push',
    './deplo{y..y}.sh',
    'cur{l..l} x',
    'for i in {1..5}{a..z} git; do $i push; done',
    "bash -c 'git pus{h..h}'",
    'x=.en{v..v}; eval cat $x',
  ])('are refused in %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    "cat '.en{v..v}'",
    'cat .en\\{v..v\\}',
    'git {p,q}ull',
    'for i in {1..300}; do for j in {1..300}; do cat build/$i$j; done; done',
    'for a in {a..z}; do for b in {a..z}; do for c in {a..z}; do echo $a$b$c; done; done; done',
    'for f in {1..500}.txt {a..z}{1..20}; do touch $f; done',
    'echo {1..100000} {1..1000}{1..1000}',
    'rm -f build/{a..z}{1..20}.o',
    'cp a.ts{,.bak}',
    'git show HEAD@{1..2}',
    "awk '{a[$1]+=$2} END {for (k in a) print k, a[k]}' a.ts",
    "docker inspect -f '{{.Name}}, {{.Id}}' x",
    'for i in 1 2; do echo {a..$i}; done',
  ])('leave %s be', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});

describe('what extended wildcards and settings of the shell reach', () => {
  it.each([
    "echo '{}' > ~/.config/agent@(-tools)/config.json",
    'rm -rf ~/!(x)',
    'rm -rf !(x)',
    'rm -rf /@(etc|usr)',
    'rm -rf /+(u|s|r)',
    'rm -rf /*(etc)',
    'rm -rf /usr?(x)',
    'cat @(.env)',
    'cat .e@(n)v',
    'cat @(.e@(n)v|x)',
    'cat +(.|e|n|v)',
    'cat {a.ts,@(.env)}',
    'x="@(.env)"; cat $x',
    'for f in @(.env); do cat $f; done',
    'git @(push)',
    'git @(x|push)',
    '@(x|git) @(push|y)',
    '@(curl) x',
    './@(deploy).sh',
    'e=env; cat @(.$e)',
  ])('is refused in %s', async (script) => {
    expect(await decide(`shopt -s extglob\n${script}`)).toBe('deny');
    expect(await decide(`bash -O extglob -c '${script.replaceAll("'", `'\\''`)}'`)).toBe('deny');
  });

  it.each([
    'shopt -s nocaseglob; echo x > ~/.config/AGENT*/config.json',
    'shopt -s nocaseglob; echo x > ~/.config/[A]gent-tools/config.json',
    'shopt -s nocaseglob; cat .EN*',
    "bash -O nocaseglob -c 'cat .EN[V]'",
    'shopt -s dotglob; rm -rf ~/*/agent-tools',
    'shopt -s dotglob; cat *env',
    'shopt -s {dot,nocase}glob; cat ?ENV*',
    'x=dotglob; shopt -s $x; cat *env',
    'setopt globdots; cat *env',
    'shopt -s globstar; cat **/.env',
    'shopt -s globstar; echo x > ~/.config/**/config.json',
    'shopt -s globstar dotglob; cat **/*env',
  ])('is refused in %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'shopt -s extglob\nrm -rf build/!(keep)',
    'shopt -s extglob\nls !(*.md)',
    'shopt -s extglob\nrm -f *.@(o|a)',
    'shopt -s extglob\nrm -rf +([0-9])',
    '[[ x == @(x|y) ]] && git commit -m "fix !(a) and @(b)"',
    'shopt -s nullglob dotglob globstar\nfor f in **/*.ts; do wc -l "$f"; done',
    'shopt -s globstar; rm -rf **/node_modules',
    'shopt -s dotglob; rm -rf build/*',
    'shopt -s nocaseglob; ls *.JPG',
  ])('leaves %j be', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});

describe('what a script hands on to its own commands', () => {
  it.each([
    'f() { for a; do git $a; done; }; f push',
    'f() { git "${@: -1}"; }; f x push',
    'f() { git "${@:2:1}"; }; f x push',
    'f() { git "${!#}"; }; f x push',
    'f() { n=$#; git "${!n}"; }; f x push',
    'f() { i=1; git ${!i}; }; f push',
    'f() { while [ $# -gt 0 ]; do git $1; shift; done; }; f x y z push',
    'f() { git "${1:-x}"; }; f push',
    'f() { git ${1#x}; }; f xpush',
    "bash -c 'for c; do git $c; done' _ push",
    'set -- /; for d; do rm -rf "$d"; done',
    'set -- push; select c; do git $c; done',
    'declare "c=push"; git $c',
    'eval c=push; git $c',
    "eval 'c=push; d=x'; git $c",
    'source <(echo c=push); git $c',
    'echo c=push > x; . ./x; git $c',
    'echo push; git $_',
    'true push && git "${_}"',
    'echo push; (true x); git $_',
    'echo push; true x | cat y; git $_',
    'if true push; then git $_; fi',
    'true a || true push; git $_',
    'case x in y) true a ;; z) true push ;; esac; git $_',
    'test -d /etc && rm -rf "$_"',
    `echo ${config}; echo x > "$_"`,
    'test -f .env && cat "$_"',
  ])('is refused in %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'test -d build && rm -rf "$_"',
    'test -d /etc; cd build; rm -rf "$_"',
    'mkdir -p build/y && cd "$_"',
    'echo push; git status $_',
    'f() { local a=$1; shift; rm -rf "$@"; }; f x build',
    'f() { [ -d /etc ] && rm -rf "$1/x"; }; f "$UNKNOWN"',
    'main() { while [ $# -gt 0 ]; do case $1 in -v) v=1;; *) break;; esac; shift; done; echo "${1:-none}"; }; main "$@"',
    'eval "$(ssh-agent -s)"',
    'eval "x=1"; echo $x',
  ])('leaves %s be', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});

describe('long words with braces and extended wildcards', () => {
  it.each(['{', '{a,', '{a,b}', '{}', '{1..9}', '@(', '@(a|b)', '!(', '$(', '"{', '{{a,b},'])(
    'are read in bounded time: %s',
    { tags: ['slow'] },
    async (piece) => {
      const text = piece.repeat(60_000 / piece.length);
      for (const script of [`echo ${text}`, `shopt -s globstar nocaseglob dotglob; cat ${text}/**/*`])
        expect(await bench.decide(script, { settings: yolo, rules })).toMatch(/allow|deny/);
    },
  );
});

describe('braces and indices in what runs unasked', () => {
  it.each([
    ['for x in {a..e}; do echo $x; done', 'allow'],
    ['echo {-3..3} {1..10..2} {01..10}', 'allow'],
    ['for i in {1..300}; do echo $i; done', 'allow'],
    ['for i in {1..300}; do sed -n "${i}p" a.ts; done', 'allow'],
    ['a=(x y); echo "${!a[@]}"', 'allow'],
    ['cat a.t{s..s}', 'allow'],
    ['cat .en{v..v}', 'ask'],
    ['cat {a.ts,{.env,x}}', 'ask'],
    ['echo {1..100000}', 'ask'],
    ['echo {A..z}', 'ask'],
    ['echo {a,b', 'allow'],
    ['echo {a,b{1,2}}', 'ask'],
    ['for x in {u..w}; do cat .en$x; done', 'ask'],
    ['a=b; echo "${!a}"', 'ask'],
    ['{r..r}m a.ts', 'ask'],
  ])('decides %s as %s', async (script, decision) => {
    expect(await bench.decide(script)).toBe(decision);
  });
});
