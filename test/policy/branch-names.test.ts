import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a revision with the name of a branch in it', () => {
  const bench = sharedBench(
    () => {
      for (const path of ['src/a.ts', '.env', 'v1...x/id_rsa', 'Up/a', 'lib/origin/id_rsa'])
        bench.file(path, 'x\n');
    },
    { inherited: () => null },
  );

  it.each([
    'git diff main...$(git branch --show-current)',
    'git diff --stat "main..$(git rev-parse --abbrev-ref HEAD)" -- src',
    'git log origin/$(git branch --show-current)..HEAD --oneline',
    'git rev-list --count origin/$(git symbolic-ref --short HEAD)..HEAD',
    'git log --oneline HEAD..origin/$(git branch --show-current)',
    'git show --stat origin/$(git branch --show-current)~1',
    'git show origin/$(git branch --show-current):src/a.ts',
    'B=$(git rev-parse --abbrev-ref HEAD); git log --oneline origin/$B..$B',
    'b=$(git branch --show-current); git merge-base main origin/"$b"; git diff main..."$b"',
    'git -C src log --oneline main..$(git branch --show-current)',
  ])('%s runs unasked', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'git log $(git branch --show-current)',
    'git log "$(git branch --show-current)"..main',
    'git diff -$(git branch --show-current)',
    'git diff --output=$(git branch --show-current)',
    'git diff main$(git branch --show-current)',
    'git diff src/$(git branch --show-current)',
    'git diff src/..$(git branch --show-current)',
    'git diff up/$(git branch --show-current)',
    'git diff v1...$(git branch --show-current)',
    'git -C lib diff origin/$(git branch --show-current)',
    'cd "$x" && git diff main...$(git branch --show-current)',
    'git diff ./$(git branch --show-current)',
    'git diff ../$(git branch --show-current)',
    'git diff /$(git branch --show-current)',
    'git show origin/$(git branch --show-current):.env',
    'git show HEAD:$(git branch --show-current)',
    'git diff main...$(git branch)',
    'git diff main...$(git branch --format=x)',
    'git diff main...$(git rev-parse --abbrev-ref x)',
    'git diff main...$(cat src/a.ts)',
    'git diff main...$B',
    'git diff "main...$B"',
    'b=$(git branch --show-current); read b < src/a.ts; git diff main...$b',
    'git diff --no-index src/$(git branch --show-current) src/a.ts',
    'git hash-object origin/$(git branch --show-current)',
    'cat main...$(git branch --show-current)',
    'cat lib/origin/$(git branch --show-current)',
    'git branch x/$(git branch --show-current)',
    'git push origin/$(git branch --show-current)',
  ])('%s is asked about', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
  });
});
