import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a date in a word', () => {
  const bench = sharedBench(
    () => {
      for (const path of ['app.log', 'logs/app-2000-01-01.log', 'logs/app.log', '.env', 'keys/2000/id_rsa'])
        bench.file(path, 'x\n');
      bench.file('links/b', 'x');
      symlinkSync('../.env', join(bench.workspace.cwd, 'links/a-2000.log'));
    },
    { inherited: () => null },
  );

  it.each([
    'grep "$(date +%F)" app.log',
    'grep -c $(date +%Y-%m-%d) app.log',
    'grep "$(date \'+%Y-%m-%d %H:%M\')" app.log',
    'grep "$(date -d \'1 hour ago\' "+%Y-%m-%dT%H")" app.log',
    'TODAY=$(date +%F); grep "$TODAY" app.log | tail',
    'sed -n "/$(date +%F)/,\\$p" app.log',
    'tail logs/app-$(date +%F).log',
    'D=$(date +%F); wc -l "logs/app-$D.log"',
    'cat logs/$(date +%F)',
  ])('%s runs unasked', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'grep "$(date)" app.log',
    'grep "$(date +-%F)" app.log',
    'grep "$(date +%c)" app.log',
    'grep "$(date +%F%n%T)" app.log',
    'grep "$(date +x%F)" app.log',
    'grep "$(date +%F; cat app.log)" app.log',
    'grep "$(date -f app.log +%F)" app.log',
    'grep "$(date -d "$x" +%F)" app.log',
    'grep $(date -d x +%F) app.log',
    'grep $(date "+%F %T") app.log',
    'D=$(date +%F); read D < app.log; grep "$D" app.log',
    'sed -n "$(date +%F)" app.log',
    'sed "s/x/$(date +%F)/e" app.log',
    'sed "s/$(date +%d/%m)/e" app.log',
    'cat "$(date +%F)"',
    'cat .en$(date +%F)',
    'cat links/a-$(date +%Y).log',
    'grep -r x keys/$(date +%Y)',
    'grep -r x "keys/$(date -d x +%F)"',
    'cat keys/$(date +%Y/%m)',
    'echo x > out-$(date +%F)',
    'rm "$(date +%F)"',
  ])('%s is asked about', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
  });
});
