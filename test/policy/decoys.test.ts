import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

/** A text once for each number below `count`. */
function each(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}

describe('what stands behind much that is harmless', { tags: ['slow'] }, () => {
  const bench = sharedBench();

  const decide = (script: string) => bench.decide(script, { settings: yolo, protectedPaths: [] });

  it.each<
    readonly [what: string, decoys: (count: number) => string, disaster: string, few: number, many: number]
  >([
    ['folders that are not there', (n) => each(n, (i) => `cd q${i}; `), 'rm -rf ../work', 5, 7],
    ['folders that stay', (n) => each(n, () => 'cd .; '), 'cd ..; rm -rf work', 40, 100],
    ['values of a variable', (n) => each(n, (i) => `x=q${i}; `), 'x=/etc; rm -rf "$x"', 40, 400],
    ['words of a loop', (n) => `for d in ${each(n, (i) => `q${i} `)}`, '/etc; do rm -rf "$d"; done', 40, 400],
    ['words of a pipe', (n) => `echo ${each(n, (i) => `q${i} `)}`, '/etc | xargs rm -rf', 200, 6000],
    ['functions', (n) => each(n, (i) => `f${i}() { :; }; `), 'g() { rm -rf /etc; }; g', 400, 5000],
    [
      'calls of functions',
      (n) => `f() { :; }; g() { rm -rf /etc; }; ${each(n, () => 'f; ')}`,
      'g',
      400,
      3000,
    ],
  ])('%s', async (_, decoys, disaster, few, many) => {
    expect(await decide(`${decoys(few)}${disaster}`)).toBe('deny');
    expect(await decide(`${decoys(many)}${disaster}`)).toBe('deny');
  });

  it.each<readonly [what: string, script: string]>([
    ['calls', `${each(300, () => 'os.system("true")\n')}os.system("rm -rf /etc")`],
    ['very many calls', `${each(6000, () => 'os.system("true")\n')}os.system("rm -rf /etc")`],
    ['rounds', `for d in [${each(40, (i) => `"q${i}", `)}"/etc"]:\n  os.system("rm -rf " + d)`],
  ])('%s of a program in another language', async (_, code) => {
    expect(await decide(`python3 - <<'E'\nimport os\n${code}\nE`)).toBe('deny');
  });

  it.each([
    ['a loop over many words', `for d in ${each(100, (i) => `q${i} `)}; do gzip "$d"; done`],
    [
      'loops in each other',
      'for a in 1 2 3 4 5 6 7 8 9; do for b in 1 2 3 4 5 6 7 8 9; do echo $a $b; done; done',
    ],
    ['a scaffold', 'mkdir a; cd a; mkdir b; cd b; touch x; cd ..; mkdir c; cd c; touch x; cd ../..; ls'],
    ['a function that starts itself', 'walk() { ls "$1"; walk "$1/x"; walk "$1/y"; }; walk .'],
    ['functions that are called often', `log() { echo "$@"; }; ${each(900, (i) => `log ${i}; `)}`],
    ['many words for a pipe', `echo ${each(2000, (i) => `q${i} `)} | xargs touch`],
  ])('%s runs', async (_, script) => {
    expect(await decide(script)).toBe('allow');
  });
});
