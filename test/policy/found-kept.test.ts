import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [{ tool: ['write', 'edit'], deny: 'migrations/**' }];

describe('what a find does with files that are not to be changed', () => {
  const bench = sharedBench(() => {
    bench.file('migrations/1.sql', '1');
    bench.file('src/a.ts', '1');
    bench.file('.agent-tools.json', '{}');
    mkdirSync(join(bench.workspace.home, '.config/agent-tools'), { recursive: true });
    bench.file(join(bench.workspace.home, '.config/agent-tools/config.json'), '{}');
  });

  const judge = (script: string) => bench.judge(script, { settings: yolo, rules });

  it.each([
    "find ~/.config -type f -newer old -exec cp evil.json {} ';'",
    "find ~/.config -path '*agent*' -type f -exec cp evil.json {} \\;",
    'find ~/.config -type f -mmin -60 -exec sed -i s/deny/allow/ {} +',
    'find ~/.config -type f -mmin -60 | xargs sed -i s/deny/allow/',
    'find ~/.config -type f -mmin -60 -print0 | xargs -0 rm',
    'find ~/.config -type f -mmin -60 -delete',
    "find ~ -path '*agent-tools*' -type f -delete",
    'find ~/.config -type f -size -10k -exec rm {} +',
    "find ~ -regex '.*/config.json' -execdir truncate -s0 {} \\;",
    "find . -type f -path './.agent*' -delete",
    'find . -type f -newer a -delete',
    "find . \\( -name '*.tmp' -o -newer a \\) -delete",
    "find . -not -name '*.ts' -delete",
    'find . -name .git -prune -o -newer a -exec rm {} +',
    'find ~ -name .config -exec rm -rf {} +',
    'find ~ -type f -exec sh -c \'echo > "$1"\' _ {} \\;',
    "find . -name '*.sql' -delete",
    "find . -path './migrations/*' -delete",
    'find . -name migrations -prune -exec rm -rf {} +',
    "find . -name '*.sql' | xargs rm",
    "find . -name '*.sql' -exec sed -i s/1/2/ {} +",
    "find . -iname '*.SQL' -exec mv {} /tmp \\;",
    "find migr* -name '*.sql' -delete",
  ])('is refused in %j', async (script) => {
    expect((await judge(script)).decision).toBe('deny');
  });

  it.each([
    "find . -name '*.tmp' -delete",
    "find ~ -name '*.pyc' -delete",
    'find . -type d -empty -delete',
    'find . -name node_modules -prune -exec rm -rf {} +',
    "find . -type f -name '*.md' -exec sed -i s/a/b/ {} +",
    'find . -type f -exec grep -l foo {} +',
    "find . -type f -name '*.sql' -exec cat {} +",
    "find ~/.config -name '*.tmp' -mtime +3 -delete",
    "find . -path ./migrations -prune -o -name '*.sql' -exec rm {} +",
    "find . -maxdepth 1 -name '*.sql' -delete",
    "find . -not -path './migrations/*' -name '*.sql' -delete",
    'find src -type f -newer a -exec sed -i s/a/b/ {} +',
    "find . -name '*.ts' -a ! -name '*.d.ts' -exec rm {} +",
    "find . \\( -name '*.o' -o -name '*.a' \\) -type f -delete",
    'find ~ -maxdepth 1 -type f -mtime +30 -delete',
    'find . -type l -delete',
  ])('lets %j pass', async (script) => {
    expect((await judge(script)).decision).toBe('allow');
  });

  it.each([
    ['parentheses', `find . ${'\\( '.repeat(10_000)} -delete`],
    ['negations', `find . ${'! '.repeat(20_000)} -name x -delete`],
    ['stars', `find . -path '${'*a'.repeat(2000)}' -delete`],
    ['a long pattern', `find . -path '${'*a'.repeat(25_000)}' -delete`],
    ['many tests', `find . ${"-path '*a*a*a*b' -o ".repeat(2500)} -delete`],
    ['many folders', `find ${'. '.repeat(20_000)} -newer x -delete`],
    ['many of them', "find . -newer x -name '*.q' -delete; ".repeat(1200)],
  ])('is told in bounded time of %s', { tags: ['slow'] }, async (_, script) => {
    expect((await judge(script)).decision).toMatch(/^(?:allow|ask|deny)$/);
  });
});
