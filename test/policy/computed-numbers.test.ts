import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

describe('numbers that only the run tells', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    for (const path of ['a', 'b', 'src/a.ts', '.env']) bench.file(path, 'x');
    bench.script('wc');
  });
  afterAll(() => bench.remove());

  it.each([
    'echo $(( $(wc -l < a) + $(wc -l < b) ))',
    'echo "$(( ( $(ls | wc -l) - 1 ) * 2 ))"',
    'echo $(( $(grep -c x a) > 3 ? $(nproc) : -$(date +%s) ))',
    'echo $((16#ff + 0x1F + 2#101))',
    'n=3; echo $((${n}*2)) "$(( ${n} + $n + n ))"',
    'n=$(wc -l < a); echo $((n+1)) $(($n*2))',
    "n=$(wc -l < a | tr -d ' '); echo $((n+1))",
    "n=$(ls | wc -l | tr -d '[:space:]'); m=$((n/2)); head -n $m a",
    'n=$(grep -c x a); echo "$((n*100/3))%"; [ $((n/2)) -gt 3 ]',
    'total=0; for f in src/*.ts; do c=$(wc -l < $f); total=$((total+c)); done; echo $total',
    'total=0; for f in src/*.ts; do total=$((total + $(wc -l < "$f"))); done; echo "total: $total"',
    'sed -n "1,$(wc -l < a)p" a',
    'sed -n "$(($(wc -l < a)-5)),\\$p" a',
    'n=5; sed -n "$((n-2)),$((n+2))p" a',
    'for f in src/*.ts; do n=$(wc -l < "$f"); sed -n "$n,\\$p" "$f"; done',
    'grep -n "$(nproc)" a',
  ])('are computed with: %j', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'echo $(( $(cat a) + 1 ))',
    'echo $(( $(wc -l a) + 1 ))',
    'echo $(( $(wc -l < a; cat b) + 1 ))',
    'echo $(( $(wc -l < a || cat b) + 1 ))',
    'echo $(( $(./wc -l < a) + 1 ))',
    'echo $(( $(wc -l < .env) + 1 ))',
    'echo $(( $(id) ))',
    'echo $(( $(wc -l < $(id > out)) ))',
    'echo $(( `wc -l < a` + 1 ))',
    'echo $(( x[$(wc -l < a)] ))',
    'echo $(( $(wc -l < a)#x ))',
    'echo $(( 16#$x ))',
    'echo $(( 16#${x} ))',
    'echo $(( ${x:-1} ))',
    'echo $(( ${x} ))',
    'n=3; echo $(( ${n[0]} ))',
    'n=3; echo $(( ${!n} ))',
    'echo $(( $(wc -l < a) ) + ( 1 ))',
    'n=$(wc -l < a | cat b); echo $((n))',
    'n=$(wc -l < a | tr -d a); echo $((n))',
    'n=$(wc -l < a | tr -d " " | cat b); echo $((n))',
    "n=$(wc -l < a) || n='x[$(id)]'; echo $((n))",
    "n=$(wc -l < a); n='x[$(id)]'; echo $((n))",
    "n=$(wc -l < a); ((n='x[$(id)]')); echo $((n))",
    'n=$(wc -l < a); read n; echo $((n))',
    'n=$(wc -l < a); n=$(cat b); echo $((n))',
    'n=$(wc -l < a); n+=$(cat b); echo $((n))',
    "n=$(wc -l < a); printf -v n 'x[$(id)]'; echo $((n))",
    'n=$(wc -l < a); export n=x; echo $((n))',
    'if ls; then n=$(wc -l < a); fi; echo $((n))',
    'total=0; for f in src/*.ts; do total=$((total + $(cat "$f"))); done; echo $total',
    'total=0; total=$(wc -l < a); uniq -f $total -s 3 b',
    'wc() { echo "x[$(id)]"; }; echo $(( $(wc -l < a) ))',
    'PATH=.; echo $(( $(wc -l < a) ))',
    'sed -n "1,$(cat a)p" a',
    'sed -n "1,$(wc -l a)p" a',
    'sed -n 1,$(wc -l < a)p a',
    'sed -n "1,$(wc -l -c < a)p" a',
    'sed -n "$(wc -l < a)w out" a',
    'sed -n "1,$(wc -l < a)e id" a',
    'sed "s/x/y/$(wc -l < a)e" a',
    'sed "s$((n))x$((n))y$((n))e" a',
    'sed -i "$(nproc)d" a',
    'sed "$((1))r .env" a',
    'sed "$1p" a',
    'cat "$(nproc)"',
    'cat "$((1+1))"',
    'git branch "$(date +%s)"',
    'git tag "$(date +%s)"',
    'date "$(date +%m%d%H%M)"',
    'hostname "$(nproc)"',
    'grep -n "$((1-5))" a',
    'sort -k1 a "$(nproc)"',
    'uniq a "$(nproc)"',
  ])('but not %j', async (script) => {
    expect((await bench.judge(script)).decision).not.toBe('allow');
  });
});
