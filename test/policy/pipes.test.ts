import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the output of commands in the place of a file', () => {
  const bench = sharedBench(() => {
    bench.stub('npm', 'jq', 'sudo', 'make', 'rg', 'frobnicate', 'column', 'tree', 'node');
    for (const name of ['a', 'b', '.env', 'sub/a']) bench.file(name, 'x');
  });

  const judge = (script: string, rules: readonly { allow: string }[] = []) => bench.judge(script, { rules });

  it.each([
    'diff <(sort a) <(sort b)',
    'diff -u <(sort a) b',
    'diff <(sort a) sub',
    'diff <(cd sub && ls) <(ls)',
    'comm -12 <(sort a | uniq) <(sort -u b)',
    'cat <(ls)',
    'paste <(cut -f1 a) <(cut -f2 b) | column -t',
    'join <(sort a) <(sort b) | wc -l',
    'grep -Fxv -f <(sort a) b',
    'grep x <(cat a)',
    'rg x <(cat a)',
    'cmp <(od -c a) <(od -c b)',
    'wc -l < <(ls)',
    'cat "a b" <(ls) >/dev/null',
    'head -1 <(ls);ls',
    'while read -r x; do echo "$x"; done < <(ls)',
    'while IFS= read -r x; do wc -l < a; done < <(grep -l x a b)',
    'for f in a b; do diff <(sort "$f") a; done',
    'diff <(diff <(sort a) b) b',
    'diff <(cat <<X\nit\nX\n) a',
    'jq -s . <(cat a) <(cat b)',
    'timeout 5 diff <(sort a) b',
    'sed -n 1p <(sort a)',
    "awk '{print $1}' <(sort a)",
  ])('runs unasked where all of it only reads: %s', async (command) => {
    const { decision, reason } = await judge(command);
    expect([decision, reason]).toEqual(['allow', expect.any(String)]);
  });

  it.each([
    'diff <(npm test) a',
    'diff <(cat .env) a',
    'cat < <(cat .env)',
    'diff <(cat "$(npm x)") a',
    'diff <(diff <(npm x) a) a',
    'diff <(cat a > b) a',
    'diff <(< .env) a',
    'diff <() a',
    'cat < <(npm test)',
    'cat a > >(npm test)',
    'cat a > >(cat)',
    'cat a | tee >(cat)',
    'cat >(ls)',
    'cat < >(ls)',
    'cat > <(ls)',
    'cat >> <(ls)',
    'cat <> <(ls)',
    'cat 2> <(ls)',
    'bash <(cat a)',
    'bash < <(cat a)',
    'sh <(cat a)',
    'source <(cat a)',
    '. <(cat a)',
    'eval <(cat a)',
    'python3 <(cat a)',
    'python3 < <(cat a)',
    'node <(cat a)',
    'perl <(cat a)',
    'make -f <(cat a)',
    'sed -f <(echo 1e ls) a',
    'awk -f <(cat a) b',
    'jq -f <(cat a) b',
    'jq <(cat a) b',
    'jq -n <(cat a) b',
    'jq . --args <(cat a)',
    'jq . --arg x <(cat a)',
    'jq --from-file <(cat a) b',
    'wc --files0-from <(printf .env)',
    'sort --files0-from <(printf .env)',
    'file -f <(echo .env)',
    'xargs -a <(echo x) npm',
    'sudo cat <(ls)',
    '<(ls)',
    '<(ls) a',
    'x=<(ls)',
    'x=<(ls) cat a',
    'export x=<(ls)',
    'a=(<(ls))',
    'for f in <(ls); do cat "$f"; done',
    'case <(ls) in x) ls;; esac',
    'cat <<< <(ls)',
    'cat a<(ls)',
    'cat <(ls)<(ls)',
    'cat <(ls)""',
    'cat \\ <(ls)',
    'cat a\\ <(ls)',
    'cat < a<(ls)',
    'cat < <(ls)b',
    'cat -<(ls)',
    'cat $x<(ls)',
    'cat *<(ls)',
    'cat <(ls)b',
    'cat --<(ls)',
    'sort --output=<(ls) a',
    'sort -o <(ls) a',
    'sort -t <(ls) a',
    'echo <(ls)',
    'printf %s <(ls)',
    'ls <(ls)',
    'stat <(ls)',
    'tree <(ls)',
    'du <(ls)',
    'find <(ls)',
    'grep <(ls) a',
    'head -n <(ls) a',
    'test -f <(ls)',
    '[ -f <(ls) ]',
    '[[ -f <(ls) ]]',
    'cd <(ls)',
    'git diff --no-index <(ls) a',
    'git log <(ls)',
    'cp <(ls) b',
    'mv <(ls) b',
    'cat <(ls',
    'diff <(sort a; ) a <(f() { npm x; }; f)',
    'diff <(exec npm x) a',
    'diff <(cd "$x" && cat a) a',
    'coproc cat <(ls)',
    'sh -c "cat <(ls)"',
  ])('is asked about where it is not: %s', async (command) => {
    expect((await judge(command)).decision).not.toBe('allow');
  });

  it('is no file that a rule can have meant', async () => {
    for (const allow of ['frobnicate *', 'node *', 'make *', 'bash *', 'sh *', 'python3 *']) {
      const [program = ''] = allow.split(' ');
      expect((await judge(`${program} -x <(cat a)`, [{ allow }])).decision, allow).toBe('ask');
      expect((await judge(`${program} <(cat a)`, [{ allow }])).decision, allow).toBe('ask');
    }
    for (const allow of ['bash *', 'sh *', 'python3 *', 'node *'])
      expect((await judge(`${allow.slice(0, -2)} < <(cat a)`, [{ allow }])).decision, allow).toBe('ask');
  });

  it('is looked through with each of its commands', async () => {
    const { commands } = await judge('diff <(sort a | uniq) <(cat b)');
    expect(commands.map(({ argv }) => argv.join(' '))).toEqual([
      'sort a',
      'uniq',
      'cat b',
      'diff <(sort a | uniq) <(cat b)',
    ]);
  });

  it('is read by nothing that only shells of one kind read alike', async () => {
    const { decision } = await bench.judge('cat <(ls)', { exec: { shell: 'sh' } });
    expect(decision).toBe('ask');
  });
});
