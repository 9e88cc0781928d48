/** @module-tag forms */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOptions } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const programs =
  'find grep wc cat head tail sed stat file ls du basename dirname readlink sort uniq xargs git rm sh env touch timeout python3 tee';
const files = [
  ...['src/a.ts', 'src/deep/b.ts', 'docs/c.md', 'kept/.env', 'kept/d.ts', 'odd/a b.ts', 'star/*.ts'],
  ...['dash/-exec', 'led/a', 'lines/a\nb.ts', 'etc/passwd'],
];

const decide = (script: string, options?: BenchOptions) => bench.decide(script, options);

const bench = sharedBench(
  () => {
    bench.stub(...programs.split(' '));
    for (const path of files) bench.file(path, 'x\n');
    bench.file(join(bench.workspace.home, '.ssh/id_rsa'), 'x');
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, 'led/out'));
  },
  { inherited: () => null },
);

describe('a loop over the lines that commands print', () => {
  it.each([
    'find src -type f | while read -r f; do wc -l "$f"; done',
    'find src -type f | while read f; do wc -l $f; done',
    'find src -type f | while IFS= read -r f; do echo "== $f"; head -5 "$f"; done',
    'find src -print0 | while IFS= read -r -d \'\' f; do wc -l "$f"; done',
    'find src -type f | sort | while read -r f; do grep -c foo "$f" /dev/null; done | sort -n',
    'find src -type f | while read -r f; do echo "$(wc -l < "$f") $f"; done',
    'find src -type f | while read -r f; do n=$(grep -c foo "$f"); printf "%s %s\\n" "$n" "$f"; done',
    'find src -type f | while read -r f; do if grep -q foo "$f"; then echo "$f"; fi; done',
    'find src -type f | while read -r f; do head -1 "$f" | grep -q x || echo "$f"; done',
    'find src -type f | while read -r f; do cat "$f" | sed -n 1,3p; [ -s "$f" ] && basename "$f"; done',
    'find src -type f | while read -r f; do wc -l < "$f" 2>/dev/null; done 2>/dev/null',
    'find src -type d | while read -r d; do echo "$d $(ls "$d" | wc -l)"; done',
    'grep -rl foo src | while read -r f; do sed -n 1,3p "$f"; done',
    'ls src | while read -r f; do basename "$f"; done',
    'while read -r f; do wc -l "$f"; done < <(find src -type f)',
    'while IFS= read -r f; do cat "$f"; done < <(find src -type f | sort)',
    'cd src && find . -type f | while read -r f; do cat "$f"; done',
    'find src -type f | while read -r f; do sort < "$f" | uniq; done',
    'for f in $(find src -type f); do wc -l < "$f"; done',
    'for f in $(find src -type f); do n=$(wc -l < $f); echo "$n $f"; done',
    'find kept -name \'*.ts\' | while read -r f; do cat "$f"; done',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['removes', 'rm "$f"'],
    ['is a shell', 'sh "$f"'],
    ['runs what it finds', '"$f"'],
    ['writes', 'cat "$f" > out'],
    ['writes there', 'echo x > "$f"'],
    ['writes there, at the end', 'echo x >> "$f"'],
    ['writes what it reads', 'wc -l < "$f" > "$f"'],
    ['runs what it reads', 'sh < "$f"'],
    ['runs what it reads, as a program', 'python3 < "$f"'],
    ['removes what it reads', 'xargs rm < "$f"'],
    ['takes it for a pattern', 'grep "$f"'],
    ['takes more than it', 'cat "$f.bak"'],
    ['takes more before it', 'cat "/etc/$f"'],
    ['takes more before it, and opens that', 'wc -l < "/etc/$f"'],
    ['takes a part of it', 'cat "${f#src}"'],
    ['sets it', 'f=/etc/shadow; cat "$f"'],
    ['reads it once more', 'read -r f; cat "$f"'],
    ['reads it from a file', 'read -r f < docs/c.md; cat "$f"'],
    ['goes elsewhere', 'cd docs; cat "$f"'],
    ['goes elsewhere in a subshell', '(cd docs && cat "$f")'],
    // What another command leaves of the input begins within a line.
    ['has a part of its input read', 'head -c 3; cat "$f"'],
    ['has a part of its input read behind it', 'cat "$f"; head -c 3'],
    ['has a part of its input read by a name', 'head -c 3 -; cat "$f"'],
    ['has a part of its input read beside it', 'head -c 3 "$f" -'],
    ['has a part of its input read by its path', 'head -c 3 "$f" /dev/stdin'],
    ['has a part of its input read for a pattern', 'grep -m 1 -- "$f"; cat "$f"'],
    ['has a part of its input read for an option', 'grep -m 1 -e "$f"; cat "$f"'],
    ['has a part of its input read in a substitution', 'echo "$(head -c 3)"; cat "$f"'],
    ['has a part of its input read in a word of a pipe', 'echo "$(head -c 3)" | cat; cat "$f"'],
    ['has a part of its input read in a word with an input', 'wc -l "$(head -c 3)" < docs/c.md; cat "$f"'],
    ['has a part of its input read in backticks', 'echo `head -c 3`; cat "$f"'],
    ['has a part of its input read first in a pipe', 'head -c 3 | wc -l; cat "$f"'],
    ['has a part of its input read beside another input', 'head -c 3 3< docs/c.md; cat "$f"'],
    ['has a part of its input read in a group', '{ head -c 3; } 3< docs/c.md; cat "$f"'],
    ['has a part of its input read in a shell', 'sh -c \'head -c 3\'; cat "$f"'],
    ['has a part of its input read by a wrapper', 'timeout 5 head -c 3; cat "$f"'],
    ['has a part of its input read in a condition', 'if head -c 3; then cat "$f"; fi'],
    ['has a part of its input read in a loop', 'for x in 1 2; do head -c 3; done; cat "$f"'],
    ['has a part of its input read by another loop', 'while read -r g; do cat "$g"; done; cat "$f"'],
    ['has a part of its input read by git', 'git log --stdin; cat "$f"'],
    ['has a part of its input read by a list of words', 'sed q; cat "$f"'],
    ['has a part of its input read by what is not known', 'frobnicate; cat "$f"'],
  ])('is asked about where it %s: %s', async (_, body) => {
    expect(await decide(`find src -type f | while read -r f; do ${body}; done`)).toBe('ask');
    expect(await decide(`while read -r f; do ${body}; done < <(find src -type f)`)).toBe('ask');
  });

  it.each([
    ['are of secrets', 'find kept -type f | while read -r f; do cat "$f"; done'],
    ['are of secrets, opened', 'find kept -type f | while read -r f; do wc -c < "$f"; done'],
    ['are of secrets, opened in a loop', 'for f in $(find kept -type f); do wc -c < "$f"; done'],
    ['are of two words', 'find odd -type f | while read -r f; do cat $f; done'],
    ['are of two lines', 'find lines -type f | while read -r f; do cat "$f"; done'],
    ['are of two lines, ended', 'find lines -print0 | while read -r -d \'\' f; do cat "$f"; done'],
    ['have wildcards', 'find star -type f | while read -r f; do cat $f; done'],
    ['are options', 'cd dash && ls | while read -r f; do cat "$f"; done'],
    ['are links', 'find led | while read -r f; do cat "$f"; done'],
    ['are links, opened', 'find led | while read -r f; do wc -c < "$f"; done'],
    ['end otherwise', 'find src -print0 | while read -r f; do cat "$f"; done'],
    ['end otherwise than is read', 'find src | while read -r -d \'\' f; do cat "$f"; done'],
    ['end at a letter', 'find src | while read -r -d s f; do cat "$f"; done'],
    ['are read by their number of letters', 'find src | while read -r -n 3 f; do cat "$f"; done'],
    ['are divided', 'find src | while IFS=/ read -r f; do cat "$f"; done'],
    ['are divided among variables', 'find src | while IFS=/ read -r g f; do cat "/$f"; done'],
    ['are read until they end', 'find src | until read -r f; do cat "$f"; done'],
    ['are read among more', 'find src | while head -c 3; read -r f; do cat "$f"; done'],
    ['are read from elsewhere', 'find src | while read -r f; do cat "$f"; done < docs/c.md'],
    ['are read by another descriptor', 'find src | while read -r -u 3 f; do cat "$f"; done 3< docs/c.md'],
    ['are what a file holds', 'cat docs/c.md | while read -r f; do cat "$f"; done'],
    ['are what a file holds, opened', 'while read -r f; do cat "$f"; done < docs/c.md'],
    ['are of another folder', '(cd etc && find .) | while read -r f; do cat "$f"; done'],
    ['are of another folder, substituted', 'while read -r f; do cat "$f"; done < <(cd etc && find .)'],
    ['are errors too', 'find src 2>&1 | while read -r f; do cat "$f"; done'],
    ['are errors too, by the pipe', 'find src |& while read -r f; do cat "$f"; done'],
    ['are changed', 'find src | sed \'s,^src,,\' | while read -r f; do cat "$f"; done'],
    ['are read behind the loop', 'find src | { while read -r f; do ls; done; cat "$f"; }'],
    ['are written beside it', 'touch src/x; find src -type f | while read -r f; do cat "$f"; done'],
    ['are for a variable that means more', 'find src | while read -r PATH; do cat "$PATH"; done'],
  ])('is asked about where the lines %s: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it.each([
    'for c in $(git log --format=%h -3); do git show --stat "$c" | tail -3; done',
    'for c in $(git rev-list HEAD | head -3); do echo "$c"; git diff-tree --no-commit-id --name-only -r "$c"; done',
    'git log --format=\'%H\' main..HEAD -- src | while read -r c; do git show -s --format=%s "$c"; done',
    'git log --pretty=format:%h --since=yesterday --reverse | while read -r c; do git diff --stat "$c^" "$c"; done',
    'while read -r c; do git log -1 --oneline "$c"; done < <(git rev-list --all -n 5)',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['subjects', 'for c in $(git log --format=%s); do git show --stat "$c"; done'],
    ['hashes and subjects', 'git log --format=\'%h %s\' | while read -r c; do git show --stat "$c"; done'],
    ['marks', 'git log --graph --format=%h | while read -r c; do git show --stat $c; done'],
    ['boundaries', 'git rev-list --boundary main..HEAD | while read -r c; do git show --stat "$c"; done'],
    ['names too', 'git log --format=%h --name-only | while read -r c; do git show --stat "$c"; done'],
    ['objects', 'for c in $(git rev-list --objects HEAD); do git show --stat "$c"; done'],
    [
      'lines of its own',
      'git rev-list --format=\'%h\' HEAD | while read -r c; do git show --stat "$c"; done',
    ],
    ['what the default is', 'git log | while read -r c; do git show --stat "$c"; done'],
    ['changed hashes', 'git log --format=%h | sed s/^/-/ | while read -r c; do git show --stat "$c"; done'],
    ['hashes for another', 'for c in $(git log --format=%h); do cat "$c"; done'],
    ['hashes, but sets one', 'for c in $(git log --format=%h); do c=--output=x; git show "$c"; done'],
  ])('of %s is asked about: %s', async (_, script) => {
    expect(await decide(script)).toBe('ask');
  });

  it('is one that rules deny', async () => {
    const script = 'find src -type f | while read -r f; do cat "$f"; done';
    for (const deny of ['cat *', 'find *']) expect(await decide(script, { rules: [{ deny }] })).toBe('deny');
    const rules = [{ tool: 'read', deny: 'src/deep/**' }];
    expect(await decide(script, { rules })).toBe('ask');
    expect(await decide('for f in $(find src -type f); do wc -l < "$f"; done', { rules })).toBe('ask');
  });
});
