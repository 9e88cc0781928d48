import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('arrays that the command sets itself', () => {
  const bench = sharedBench(
    () => {
      for (const path of [
        'a.txt',
        'b.txt',
        'c d.txt',
        'src/a.ts',
        'src/b.ts',
        'sub/x.txt',
        '.env',
        'odd/-n.ts',
      ])
        bench.file(path, 'x\n');
      symlinkSync('.env', join(bench.workspace.cwd, 'led'));
    },
    { inherited: () => null },
  );

  it.each([
    'arr=(a b c); echo "${arr[@]}"',
    'files=(a.txt b.txt "c d.txt"); for f in "${files[@]}"; do echo "== $f"; head -5 "$f"; done',
    'files=(\n  a.txt\n  src/a.ts\n)\nwc -l "${files[@]}"',
    'files=(src/*.ts); echo ${#files[@]}; wc -l "${files[@]}"',
    'files=(src/*.ts); for f in "${files[@]}"; do grep -c x "$f"; done',
    'files=($(find src -name \'*.ts\')); wc -l "${files[@]}"',
    'arr=(a.txt b.txt); cat ${arr[@]} "${arr[1]}" ${arr[0]}',
    'patterns=(foo bar); for p in "${patterns[@]}"; do grep -rn "$p" src; done',
    'arr=(a b c); echo $((${#arr[@]} - 1)); [ ${#arr[@]} -gt 2 ] && echo "${arr[-1]}"',
    'd=src; arr=("$d/a.ts" "$d/b.ts"); cat "${arr[@]}"',
    'arr=(); echo "${#arr[@]}"',
    'mapfile -t lines < a.txt; echo "${#lines[@]}"; for l in "${lines[@]}"; do echo "$l"; done',
    'IFS=: read -ra parts <<< \'a:b\'; echo "${parts[0]}"',
  ])('allows %j', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'arr=(a.txt .env); cat "${arr[@]}"',
    'arr=(a.txt led); for f in "${arr[@]}"; do cat "$f"; done',
    'arr=(a.txt .env); cat "${arr[1]}"',
    'arr=(a.txt); arr+=(.env); cat "${arr[@]}"',
    'arr=(a.txt); arr=(.env); cat "${arr[@]}"',
    'arr=(a.txt); arr[0]=.env; cat "${arr[@]}"',
    'arr=(a.txt); arr=.env; cat "${arr[@]}"',
    'arr=(a.txt); read arr < b.txt; cat "${arr[@]}"',
    'arr=(a.txt); read -a arr < b.txt; cat "${arr[@]}"',
    'arr=(a.txt); mapfile -t arr < b.txt; cat "${arr[@]}"',
    'arr=(a.txt); read -a $\'\\x61rr\' < b.txt; cat "${arr[@]}"',
    'arr=(a.txt); mapfile -t $\'\\x61rr\' < b.txt; cat "${arr[@]}"',
    'arr=(a.txt); for arr in .env; do cat "${arr[@]}"; done',
    'arr=(a.txt); printf -v "arr[0]" .env; cat "${arr[@]}"',
    'if ls; then arr=(a.txt); fi; cat "${arr[@]}"',
    'arr=(a.txt) & cat "${arr[@]}"',
    'arr=(*.txt); cd sub; cat "${arr[@]}"',
    'arr=("c d.txt" .env); cat ${arr[0]}',
    'arr=("*"); cat ${arr[@]}',
    'arr=(*); cat "${arr[@]}"',
    'arr=("$X"); cat "${arr[@]}"',
    'arr=($(cat a.txt)); cat "${arr[@]}"',
    'mapfile -t arr < a.txt; cat "${arr[@]}"',
    'arr=(a.txt); cat "${arr[@]:0:1}"',
    'arr=(a.txt); cat "${arr[@]/a/.env}"',
    'arr=(a.txt); cat "${!arr[@]}"',
    'arr=(a.txt); cat "$arr.env"',
    'arr=(a.txt); cat "x${arr[@]}"',
    'arr=(a.txt); echo x > "${arr[0]}"',
    'arr=(a.txt); rm "${arr[@]}"',
    'arr=(rm a.txt); "${arr[@]}"',
    'arr=(rm a.txt); ${arr[0]} b.txt',
    'arr=(-o out a.txt); sort "${arr[@]}"',
    'arr=(odd/*.ts); cd odd; arr2=(*.ts); cat "${arr2[@]}"',
    'arr=(x $(id > out)); echo "${arr[@]}"',
    'arr=([0]=x); echo "${arr[@]}"',
    "arr=(['x[$(id)]']=x)",
    'arr=(x); echo "${arr[$(id)]}"',
    'arr=(x); echo "${arr[i]}"',
    'PATH=(/tmp); ls',
    'BASH_ALIASES=(x); ls',
    'HOME=(/etc); cat ~/shadow',
    'IFS=(x); cat a.txt',
    'declare -a arr=(a.txt)',
    "sh -c 'arr=(a.txt); cat a.txt'",
  ])('does not allow %j', async (script) => {
    expect(await bench.decide(script)).not.toBe('allow');
  });
});
