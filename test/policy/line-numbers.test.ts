/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { policyBench } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const numbered = 'n=$(grep -n x a | head -1 | cut -d: -f1)';

describe('numbers of lines that a search tells', () => {
  const environment = new Map<string, string>([['LANG', 'en_US.UTF-8']]);
  const bench = sharedBench(
    () => {
      bench.stub('git');
      for (const path of ['a', 'b', 'src/a.ts', '.env']) bench.file(path, 'x\n');
    },
    { inherited: (name) => environment.get(name) ?? null },
  );

  it.each([
    `${numbered}; sed -n "\${n},\\$p" a`,
    `${numbered}; sed -n "$((n-5)),$((n+5))p" a`,
    `${numbered}; end=$((n+20)); sed -n "\${n},\${end}p" a`,
    `${numbered}; [ -n "$n" ] && sed -n "$n,$((n+20))p" a`,
    `${numbered}; (( n > 3 )) && tail -n +$n a`,
    'n=$(grep -n x a | cut -d: -f1); sed -n "${n},\\$p" a',
    'n=$(grep -n x a | cut -d: -f1 | tail -1); head -n "$n" a; head -n $n a',
    'f=a; n=$(grep -nm1 x "$f" | cut -f1 -d:); tail -n +"$n" "$f"',
    "n=$(cat a | grep -in 'x y' | awk -F: '{print $1}'); sed -n \"${n}p\" a",
    'n=$(grep -n x a | head -n1 | sed "s/:.*//"); echo "$((n/2))"',
    'for f in src/*.ts; do n=$(grep -n x "$f" | head -1 | cut -d: -f1); sed -n "${n}p" "$f"; done',
    'sed -n "$(grep -n x a | cut -d: -f1),+20p" a',
    'tail -n +$(grep -n x a | head -1 | cut -d: -f1) a | head',
    'git blame -L "$(grep -n x a | head -1 | cut -d: -f1),+5" a',
    'git blame -L "$(grep -n x a | cut -d: -f1),+5" -- a',
    `${numbered}; git blame -L "$n,$((n+5))" a`,
    'echo $(( $(grep -n x a | head -1 | cut -d: -f1) + 5 ))',
    'n=$(awk \'/x/{print NR; exit}\' a); sed -n "${n},$((n+9))p" a',
    'n=$(awk \'$2 == "x" { print FNR }\' a); echo $((n))',
    'n=$(sed -n \'/x/=\' a | head -1); sed -n "$n,\\$p" a',
    'for n in $(awk \'/x/{print NR}\' a); do sed -n "${n},$((n+3))p" a; done',
    'grep -n x a | cut -d: -f1 | while read -r n; do echo "$((n+1))"; sed -n "$((n-1)),$((n+1))p" a; done',
    'grep -n x a | cut -d: -f1 | while read n; do sed -n "${n}p" a; tail -n +$n a | head -1; done',
    'while read -r n; do sed -n "${n},+2p" a; done < <(grep -n x a | cut -d: -f1 | head -5)',
    'awk \'/x/{print NR}\' a | while read -r n; do sed -n "${n}p" a; done',
  ])('are computed with: %j', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'n=$(grep -n x a b | cut -d: -f1); sed -n "${n}p" a',
    'n=$(grep -n x src/*.ts | cut -d: -f1); echo $((n))',
    'n=$(grep -rn x src | cut -d: -f1); echo $((n))',
    'n=$(grep -Hn x a | cut -d: -f1); echo $((n))',
    'n=$(grep -n -A1 x a | cut -d: -f1); echo $((n))',
    'n=$(grep -n "$x" a | cut -d: -f1); echo $((n))',
    'n=$(grep x a | cut -d: -f1); echo $((n))',
    'n=$(grep -n x a | cut -d: -f2); echo $((n))',
    'n=$(grep -n x a); echo $((n))',
    'n=$(grep -n x a | cut -d: -f1 | cut -c1); cat "$n"',
    'n=$(grep -n x a | cut -d: -f1 | xargs grep -l x); echo $((n))',
    'n=$(grep -n x a | cut -d: -f1); n=$(cat b); echo $((n))',
    "n=$(awk '/x/{print $0}' a); echo $((n))",
    'n=$(awk \'NR="x"{print NR}\' a); echo $((n))',
    "n=$(awk '/x/{print NR}' 'NR=x[$(id)]' a); echo $((n))",
    "n=$(awk '/x/{print NR}' *); echo $((n))",
    "n=$(awk -v OFS=x '/x/{print NR}' a); echo $((n))",
    "n=$(sed -n '/x/p' a); echo $((n))",
    `${numbered}; sed -n "\${n}w out" a`,
    `${numbered}; sed -n "\${n}e id" a`,
    `${numbered}; sed -n "\${n}r .env" a`,
    'n=$(grep -n x a | cut -d: -f1); sed -n "1i $n""e id" a',
    'n=$(grep -n x a | cut -d: -f1); sed -n "$n" a',
    `${numbered}; cat $n`,
    'git blame -L "$(grep x a | head -1),+5" a',
    'git blame -L $(grep -n x a | cut -d: -f1) a',
    `${numbered}; git blame -L"-$n" a`,
    `${numbered}; sed -n \${n}p a`,
    'tail $(grep -n x a | head -1 | cut -d: -f1) a',
    'for n in $(grep -n x a | cut -d: -f1); do echo $((n)); done',
    'grep -n x a | cut -d: -f1 | while read -r n m; do echo $((n)); done',
    'grep -n x a | cut -d: -f1 | while read -r n; do n=$(cat b); echo $((n)); done',
    'grep -n x a | cut -d: -f1 | while read -r n; do read n < b; echo $((n)); done',
    'grep -n x a | cut -d: -f1 | while read -r n; do cat $n; done',
    'grep -n x a | cut -d: -f1 | while read -r n; do cat "$n"; done',
    'grep -n x a | cut -d: -f1 | while read -r n; do sed -n "${n}w out" a; done',
    'grep -n x a | cut -d: -f1 | while read -r n; do sed -n ${n}p a; done',
    'grep -n x a | cut -d: -f1 | while read -d "" -r n; do echo $((n)); done',
    'grep -n x a b | cut -d: -f1 | while read -r n; do echo $((n)); done',
    'Binary=$(cat b); grep -n x a | cut -d: -f1 | while read -r n; do echo $((n)); done',
    'grep -n x a | cut -d: -f1 | while read -r n; do sh -c "echo $n"; done',
    'grep -n x a | cut -d: -f1 | while read -r n; do eval "n$n=1"; done',
    'grep -n x a | cut -d: -f1 | while read -r grep; do echo $((grep)); done',
    `grep='x[$(id)]'; ${numbered}; echo $((n))`,
    `read -r "gr"ep < b; ${numbered}; echo $((n))`,
    `for grep in "$x"; do ${numbered}; echo $((n)); done`,
    `env "gr"ep='x[\`id\`]' bash -c '${numbered}; echo $((n))'`,
    `LC_ALL=fr_FR.UTF-8; ${numbered}; echo $((n))`,
    `Binary=$(cat b); ${numbered}; echo $((n))`,
  ])('are not told by %j', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it('are known where messages are in English and no variable is called like a word of them', async () => {
    const decide = (env: Record<string, string>) =>
      bench.decide(`${numbered}; echo $((n+1))`, { exec: { env } });
    expect(await decide({})).toBe('allow');
    expect(await decide({ FOO: 'x' })).toBe('allow');
    for (const env of [
      { grep: 'x[$(id)]' },
      { Binary: 'x[$(id)]' },
      { LC_ALL: 'fr_FR.UTF-8' },
      { LANGUAGE: 'en:hu' },
    ])
      expect(await decide(env)).toBe('ask');
    const blind = policyBench();
    try {
      blind.file('a', 'x\n');
      expect((await blind.judge(`${numbered}; echo $((n+1))`)).decision).toBe('ask');
    } finally {
      blind.remove();
    }
  });

  it('are looked for in a text of any size', async () => {
    const many = Array.from({ length: 900 }, () => '$(grep -n x a | cut -d: -f1)').join(' ');
    expect(await bench.decide(`echo ${many}`)).toMatch(/allow|ask/);
    expect(await bench.decide(`n=$(grep -n ${'x'.repeat(60_000)} a | cut -d: -f1); echo $((n))`)).toBe('ask');
    expect(await bench.decide(`n=$(awk '/${'\\'.repeat(60_000)}{print NR}' a); echo $((n))`)).toBe('ask');
  });
});
