import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a test of a name that a loop is handed', () => {
  const bench = sharedBench(() => {
    for (const name of ['a.ts', 'b.txt', '.env', 'sub/.env']) bench.file(name, 'x\n');
  });

  const each = (body: string, list = 'ls -A') => `for f in $(${list}); do ${body}; done`;
  const decide = (script: string) => bench.decide(script, { settings: yolo });

  it.each([
    '[[ $f == *.ts ]] && sed -i s/x/y/ "$f"',
    '[[ "${f}" = *.ts ]] && echo "$f" && sed -i s/x/y/ "$f"',
    '[[ $f != .env ]] && sed -i s/x/y/ "$f"',
    '[[ ! $f == .env* ]] && sed -i s/x/y/ "$f"',
    '[[ $f == .env ]] || sed -i s/x/y/ "$f"',
    '[[ -f $f && $f == *.ts ]] && sed -i s/x/y/ "$f"',
    'if [[ $f == *.ts ]]; then sed -i s/x/y/ "$f"; fi',
    'if [[ $f == .env ]]; then :; else sed -i s/x/y/ "$f"; fi',
    'case $f in *.ts|*.txt) sed -i s/x/y/ "$f";; esac',
    'case "$f" in .*) ;; *.ts) echo x > "$f";; esac',
  ])('leaves out the file of secrets: %s', async (body) => {
    expect(await decide(each(body))).toBe('allow');
  });

  it.each([
    'sed -i s/x/y/ "$f"',
    '[[ $f == .env ]] && sed -i s/x/y/ "$f"',
    '[[ $f == *env ]] && sed -i s/x/y/ "$f"',
    '[[ $f == *.ts ]] || sed -i s/x/y/ "$f"',
    '[[ $f == *.ts ]] && ls || sed -i s/x/y/ "$f"',
    '[[ $f == *.ts || -f $f ]] && sed -i s/x/y/ "$f"',
    '[[ $g == *.ts ]] && sed -i s/x/y/ "$f"',
    '[[ $f == $p ]] && sed -i s/x/y/ "$f"',
    '[[ $f == *.ts ]] && read f && sed -i s/x/y/ "$f"',
    '[[ $f == *.ts ]]; sed -i s/x/y/ "$f"',
    'if [[ $f == *.ts ]]; then :; else sed -i s/x/y/ "$f"; fi',
    'if [[ $f == *.ts ]]; ls; then sed -i s/x/y/ "$f"; fi',
    'case $f in *.ts) ls;& *) sed -i s/x/y/ "$f";; esac',
    'case $f in .e*) sed -i s/x/y/ "$f";; esac',
  ])('leaves it in: %s', async (body) => {
    expect(await decide(each(body))).toBe('deny');
  });

  it.each<[string, string]>([
    [
      "find . -name '*.ts' -o -name '.env' | while read -r f; do [[ $f == *.ts ]] && sed -i s/x/y/ \"$f\"; done",
      'allow',
    ],
    ['find . -type f | while read -r f; do [[ $f == *env ]] && sed -i s/x/y/ "$f"; done', 'deny'],
    ['find . -type f | while read -r f; do case $f in */a.*) sed -i s/x/y/ "$f";; esac; done', 'allow'],
  ])('is one of whole paths: %s', async (script, expected) => {
    expect(await decide(script)).toBe(expected);
  });
});
