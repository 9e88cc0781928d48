import { beforeEach, describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('an ignore file that takes files back in', () => {
  const bench = sharedBench(() => {
    bench.stub('rg');
    bench.file('.env', 'KEY=x');
    bench.file('src/a.ts', 'x');
  });
  beforeEach(() => {
    for (const name of ['.gitignore', '.ignore', '.rgignore']) bench.file(name, '');
  });

  it.each([
    ['.gitignore', '!.env'],
    ['.ignore', 'node_modules\n!.env\n'],
    ['.rgignore', '!/.env '],
    ['.gitignore', '!config/.env\r'],
    ['.gitignore', '!.env*'],
    ['.gitignore', '!.*'],
    ['.gitignore', '!*.local'],
    ['.gitignore', '!id_rsa'],
    ['.gitignore', '!.ht*'],
    ['.gitignore', '!config/.aws/'],
    ['.gitignore', '!.ssh/ '],
    ['.gitignore', '!.a*/'],
    ['.gitignore', '!.docker'],
    ['.gitignore', '!.env.production'],
    ['.gitignore', '!*ssh/'],
    ['.gitignore', '!*.kube/'],
  ])('has rg ask: %s with %j', async (name, text) => {
    bench.file(name, text);
    for (const command of ['rg KEY', 'cd src && rg KEY', 'rg -n KEY src'])
      expect(await bench.decide(command), command).toBe('ask');
  });

  it.each([
    '!.env.example',
    '!src',
    '!src/',
    '!.github/',
    '!.git*/',
    '!.e*/',
    '!/',
    '!*.ts',
    '*\n!*/\n!*.md',
    '*\n!**/\n!*.md',
    '# !.env',
    '\\!.env',
    '.env',
  ])('leaves rg be with %j', async (text) => {
    bench.file('.gitignore', text);
    expect(await bench.decide('rg KEY')).toBe('allow');
  });

  it('has rg ask where it is too long to look through', async () => {
    bench.file('.gitignore', '#'.repeat(100_000));
    expect(await bench.decide('rg KEY')).toBe('ask');
  });
});
