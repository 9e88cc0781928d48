import { execFileSync } from 'node:child_process';
import { chmod, link, lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/files/sha256.ts';
import { edit } from '../../src/tools/edit/tool.ts';
import { foldTypography } from '../../src/tools/edit/view.ts';
import {
  callTool,
  type FileWorkspace,
  makeWorkspace,
  planCall,
  withoutRights,
} from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace();
});

afterAll(() => ws.remove());

const one = (old: string, fresh: string, more: object = {}): object => ({ old, new: fresh, ...more });
const all = { replaceAll: true };

describe('replacing', () => {
  it.each<[string, string, object, string]>([
    ['a word', 'a b c\n', one('b', 'x'), 'a x c\n'],
    ['the start', 'abc', one('ab', 'x'), 'xc'],
    ['the end', 'abc', one('bc', 'x'), 'ax'],
    ['everything', 'abc', one('abc', ''), ''],
    ['nothing in its place', 'a\nb\nc\n', one('b\n', ''), 'a\nc\n'],
    ['several lines', 'a\nb\nc\n', one('a\nb', 'x\ny\nz'), 'x\ny\nz\nc\n'],
    ['a final newline', 'a', one('a', 'a\n'), 'a\n'],
    ['the missing final newline stays', 'a\nb', one('a', 'x'), 'x\nb'],
    ['every one', 'a a a', one('a', 'b', all), 'b b b'],
    ['every one, not overlapping', 'aaaa', one('aa', 'b', all), 'bb'],
    ['every one that holds itself', 'a a', one('a', 'aa', all), 'aa aa'],
    ['every one of very many', 'a '.repeat(1500), one('a', 'b', all), 'b '.repeat(1500)],
    ['every one across CRLF, not overlapping', 'a\r\na\r\na', one('a\na', 'b', all), 'b\r\na'],
    ['one with replaceAll', 'a b', one('b', 'c', all), 'a c'],
    ['dollar patterns', 'x\n', one('x', "$& $1 $$ $` $'"), "$& $1 $$ $` $'\n"],
    ['dollar patterns everywhere', 'x x', one('x', '$&$&', all), '$&$& $&$&'],
    ['backslashes', 'a\\nb', one('\\n', '\\\\'), 'a\\\\b'],
    ['regular expression marks', 'a.b*c', one('.b*', '(x)'), 'a(x)c'],
    ['CJK and emoji', '日本語😀!', one('語😀', '国🎉'), '日本国🎉!'],
    ['half of a composed letter', 'e\u0301', one('\u0301', '\u0300'), 'e\u0300'],
    ['blanks', 'a  b', one('  ', '\t'), 'a\tb'],
    ['a byte order mark stays', '\ufeffa\n', one('a', 'b'), '\ufeffb\n'],
    ['a byte order mark goes', '\ufeffa\n', one('\ufeffa', 'a'), 'a\n'],
    ['other separators', 'a\u2028b\u0085c', one('b', 'x'), 'a\u2028x\u0085c'],
    ['CRLF by LF', 'a\r\nb\r\nc\r\n', one('a\nb', 'x\ny'), 'x\r\ny\r\nc\r\n'],
    ['CRLF by CRLF', 'a\r\nb\r\n', one('a\r\nb', 'x\r\ny'), 'x\r\ny\r\n'],
    ['CRLF, more lines', 'a\r\nb\r\n', one('a', 'x\ny'), 'x\r\ny\r\nb\r\n'],
    ['CRLF to LF on purpose', 'a\r\nb\r\n', one('a\r\n', 'a\n'), 'a\nb\r\n'],
    ['CRLF into LF on purpose', 'a\nb\nc\n', one('b', 'x\r\ny'), 'a\nx\r\ny\nc\n'],
    ['LF by CRLF', 'a\nb\nc\n', one('a\r\nb', 'x\r\ny'), 'x\ny\nc\n'],
    ['CRLF not torn apart', 'a\r\nb\r\n', one('\nb', '\nx\ny'), 'a\r\nx\r\ny\r\n'],
    ['every one, though the first would tear a CRLF', '\r\n\n\n', one('\n\n', 'x', all), '\r\nx'],
    ['CRLF behind a carriage return alone', 'a\rb\r\nc', one('b\nc', 'x'), 'a\rx'],
    ['CRLF behind a newline alone', 'a\nb\r\nc', one('\nb\nc', 'x'), 'ax'],
    ['LF behind many CRLF', `${'\r\n'.repeat(1001)}\n`, one('\n', 'x'), `${'\r\n'.repeat(1001)}x`],
    ['a carriage return alone', 'a\r\nb', one('a\r', 'a'), 'a\nb'],
    ['mixed line ends, LF place', 'a\nb\r\nc\r\n', one('a', 'x\ny'), 'x\ny\nb\r\nc\r\n'],
    ['mixed line ends, CRLF place', 'a\nb\r\nc\n', one('b', 'x\ny'), 'a\nx\r\ny\r\nc\n'],
    ['mixed line ends within', 'a\r\nb\nc\r\nd\n', one('a\nb\nc', 'x\ny'), 'x\r\ny\r\nd\n'],
    ['mixed, last line', 'a\r\nb\nc', one('c', 'x\ny'), 'a\r\nb\nx\ny'],
    ['every CRLF place', 'a\r\nb\r\na\r\nb\r\n', one('a\nb', 'x\ny', all), 'x\r\ny\r\nx\r\ny\r\n'],
    ['trailing blanks in the file', 'a  \nb\t\nc\n', one('a\nb\nc', 'x'), 'x\n'],
    ['trailing blanks in old', 'a\nb\nc\n', one('a \nb', 'x'), 'x\nc\n'],
    ['trailing blanks at its end', 'a\nb   \nc\n', one('a\nb ', 'x'), 'x   \nc\n'.replace('   ', '  ')],
    ['trailing blanks it does not have', 'ab\na\n', one('a ', 'x'), 'ab\nx\n'],
    ['more trailing blanks than in old', 'a “b”   \nc\n', one('a "b" ', 'x'), 'x\nc\n'],
    ['blanks of another kind', 'a\t\t\nc', one('a ', 'x'), 'x\nc'],
    ['blanks that the last line does not have', 'b\na', one('a ', 'x'), 'b\nx'],
    ['folded, blanks within and amid a line', 'say “hi you” now', one('"hi you"', 'x'), 'say x now'],
    ['blanks after it stay', 'a\t\nb  \nc', one('a\nb', 'x'), 'x  \nc'],
    ['typographic quotes', 'say “hi” it’s\n', one('"hi" it\'s', 'x'), 'say x\n'],
    ['folded, amid a line', 'say “hi” now\n', one('"hi"', 'x'), 'say x now\n'],
    ['dashes', 'a – b — c\n', one('a - b - c', 'x'), 'x\n'],
    ['quotes in old', "it's\n", one('it’s', 'x'), 'x\n'],
    ['folded, CRLF', 'a \r\n“b”\r\nc\r\n', one('a\n"b"', 'x\ny'), 'x\r\ny\r\nc\r\n'],
    ['folded, with the empty line that comes first', '\n“foo”\nbar\n', one('\n"foo"\nbar', 'x'), 'x\n'],
    ['folded, the rest stays', '“a”\n“b”\n', one('"a"', '"x"'), '"x"\n“b”\n'],
    ['exact before folded', '"a" “a”\n', one('"a"', 'x'), 'x “a”\n'],
    ['a list', 'a b c\n', { edits: [one('a', 'x'), one('c', 'z')] }, 'x b z\n'],
    ['a list, on each other', 'a\n', { edits: [one('a', 'b'), one('b', 'c')] }, 'c\n'],
    ['a list, there and back', 'a\n', { edits: [one('a', 'b'), one('b', 'a')] }, 'a\n'],
    ['a long line', `${'x'.repeat(2_000_000)}y\n`, one('y', 'z'), `${'x'.repeat(2_000_000)}z\n`],
  ])('%s', async (_name, before, input, after) => {
    await writeFile(ws.at('f.txt'), before);
    const result = await callTool(edit, { path: 'f.txt', ...input }, ws.context);
    expect(await readFile(ws.at('f.txt'), 'utf8')).toBe(after);
    const bytes = Buffer.from(after);
    expect(result).toMatchObject({ status: 'completed', isError: false, content: [] });
    expect(result.details).toMatchObject({ hash: sha256(bytes), bytes: bytes.length, dryRun: false });
  });

  it.each<[string, string, object, string | null]>([
    ['exact', 'a\n', one('a', 'x'), null],
    ['exact behind a carriage return', 'a\rb\n', one('b', 'c'), null],
    ['line endings', 'a\r\nb\n', one('a\nb', 'x'), 'Edit 1 matched with line endings ignored.'],
    ['folding', '“a”', one('"a"', 'x'), 'Edit 1 matched with trailing blanks, quotes and dashes folded.'],
  ])('names the tier: %s', async (_name, before, input, notice) => {
    await writeFile(ws.at('f.txt'), before);
    expect((await callTool(edit, { path: 'f.txt', ...input }, ws.context)).notices).toEqual(
      notice === null ? [] : [notice],
    );
  });

  it('names the tier of many edits once', async () => {
    await writeFile(ws.at('f.txt'), `${'a\r\nb\r\n'.repeat(12)}\u201cc\u201d`);
    const line = (index: number) => (index < 0 ? 'a\nb' : `x\n${index}`);
    const many = Array.from({ length: 12 }, (_, index) => one(line(index - 1), line(index), all));
    const { notices } = await callTool(
      edit,
      { path: 'f.txt', edits: [...many, one('"c"', 'd')] },
      ws.context,
    );
    expect(notices).toEqual([
      'Edits 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more matched with line endings ignored.',
      'Edit 13 matched with trailing blanks, quotes and dashes folded.',
    ]);
  });

  it('counts and shows what it did', async () => {
    await writeFile(ws.at('f.txt'), 'a\nb\na\n');
    const input = { path: 'f.txt', edits: [one('a', 'x', all), one('b', 'y\ny')] };
    const result = await callTool(edit, input, ws.context);
    expect(result.message).toBe('Made 3 replacements in "f.txt".');
    expect(result.details).toMatchObject({ edits: 2, replacements: 3, added: 4, removed: 3 });
    expect(result.display).toEqual([
      {
        type: 'diff',
        path: 'f.txt',
        text: '--- f.txt\n+++ f.txt\n@@ -1,3 +1,4 @@\n-a\n-b\n-a\n+x\n+y\n+y\n+x',
      },
    ]);
  });

  it('edits through a symlink, keeps mode, and writes hard links in place', async () => {
    await writeFile(ws.at('real.txt'), 'a\n');
    await chmod(ws.at('real.txt'), 0o751);
    await symlink('real.txt', ws.at('link.txt'));
    await callTool(edit, { path: 'link.txt', ...one('a', 'b') }, ws.context);
    expect((await lstat(ws.at('link.txt'))).isSymbolicLink()).toBe(true);
    expect((await stat(ws.at('real.txt'))).mode & 0o777).toBe(0o751);
    await link(ws.at('real.txt'), ws.at('hard.txt'));
    const result = await callTool(edit, { path: 'hard.txt', ...one('b', 'c') }, ws.context);
    expect(result.notices.join()).toContain('in place');
    expect(await readFile(ws.at('real.txt'), 'utf8')).toBe('c\n');
  });
});

describe('dry runs and plans', () => {
  it('show the change and write nothing', async () => {
    await writeFile(ws.at('f.txt'), 'a\n');
    const input = { path: 'f.txt', dryRun: true, ...one('a', 'b') };
    const plan = await planCall(edit, input, ws.context);
    expect(plan.effects).toEqual([{ kind: 'read', path: ws.at('f.txt'), given: 'f.txt' }]);
    const result = await callTool(edit, input, ws.context);
    expect(result.message).toBe('Would make 1 replacement in "f.txt"; nothing was written.');
    expect(result.display).toHaveLength(1);
    expect(await readFile(ws.at('f.txt'), 'utf8')).toBe('a\n');
  });

  it('name both hashes', async () => {
    await writeFile(ws.at('f.txt'), 'a\n');
    const plan = await planCall(edit, { path: './f.txt', ...one('a', 'b') }, ws.context);
    const [before, after] = ['a\n', 'b\n'].map((text) => sha256(Buffer.from(text)));
    expect(plan.effects).toEqual([{ kind: 'write', path: ws.at('f.txt'), given: './f.txt', before, after }]);
  });

  it('that cannot be made only read, and tell nothing before they run', async () => {
    await writeFile(ws.at('f.txt'), 'secret = 1\n');
    const plan = await planCall(edit, { path: 'f.txt', ...one('secret = 2', 'x') }, ws.context);
    expect(plan.effects).toEqual([{ kind: 'read', path: ws.at('f.txt'), given: 'f.txt' }]);
    expect(plan.display).toEqual([]);
  });

  it('write nothing once they are cancelled, and are none for a call that makes no sense', async () => {
    await writeFile(ws.at('f.txt'), 'a\n');
    const cancelled = callTool(edit, { path: 'f.txt', ...one('a', 'b') }, ws.context, AbortSignal.abort());
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readFile(ws.at('f.txt'), 'utf8')).toBe('a\n');
    const both = planCall(edit, { path: 'f.txt', edits: [one('a', 'b')], ...one('a', 'c') }, ws.context);
    await expect(both).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('made for one content do not change another', async () => {
    await writeFile(ws.at('f.txt'), 'a\n');
    const input = { path: 'f.txt', ...one('a', 'b') };
    const [first, second] = [
      await planCall(edit, input, ws.context),
      await planCall(edit, input, ws.context),
    ];
    const sink = { output() {}, progress() {} };
    const { signal } = new AbortController();
    const results = await Promise.allSettled([
      first.execute(signal, sink, {}),
      second.execute(signal, sink, {}),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await readFile(ws.at('f.txt'), 'utf8')).toBe('b\n');
  });
});

describe('rules', () => {
  const unit = fc.constantFrom(
    ...['a', 'b', ' ', '\t', '\n', '\r\n', '\r', '\r\r\n', '“', '"', '–', '$&', '日', '😀'],
    ...['\ufeff', '\u200b', '\u2028', '\u00a0', 'e\u0301'],
  );
  const text = (maxLength: number) => fc.array(unit, { maxLength }).map((parts) => parts.join(''));
  const asLineFeeds = (part: string) => part.replaceAll('\r\n', '\n');
  const unreturned = (part: string) => part.replaceAll(/\r+\n/g, '\n');
  const folded = (part: string) => foldTypography(asLineFeeds(part)).replaceAll(/[ \t]+(?=\n|$)/g, '');

  /** Whether `after` is `before` with one part that reads as `old` replaced, and nothing else. */
  function isReplaced(before: string, after: string, [old, fresh]: readonly [string, string]): boolean {
    for (let at = 0; at <= before.length && after.startsWith(before.slice(0, at)); at += 1) {
      for (let end = at; end <= before.length; end += 1) {
        const added = after.length - before.length + end;
        if (added < at || !after.endsWith(before.slice(end))) continue;
        if (folded(before.slice(at, end)) !== folded(old)) continue;
        if (unreturned(after.slice(at, added)) === unreturned(fresh)) return true;
      }
    }
    return false;
  }

  it('keeps every byte outside the match', { tags: ['slow'] }, async () => {
    const parts = fc.tuple(text(12), text(5), text(12), text(5), fc.boolean());
    await fc.assert(
      fc.asyncProperty(parts, async ([start, part, end, fresh, isLoose]) => {
        const old = isLoose ? foldTypography(asLineFeeds(part)) : part;
        if (old === '' || old === fresh) return;
        const before = start + part + end;
        await writeFile(ws.at('rule.txt'), before);
        const input = { path: 'rule.txt', ...one(old, fresh) };
        const result = await callTool(edit, input, ws.context).catch(() => null);
        const after = await readFile(ws.at('rule.txt'), 'utf8');
        if (result === null) expect(after).toBe(before);
        else expect(isReplaced(before, after, [old, fresh])).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('changes all or nothing', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        text(12),
        fc.array(fc.tuple(text(3), text(3)), { minLength: 1, maxLength: 4 }),
        async (before, pairs) => {
          const edits = pairs.filter(([old]) => old !== '').map(([old, fresh]) => one(old, fresh));
          if (edits.length === 0) return;
          await writeFile(ws.at('rule.txt'), before);
          const result = await callTool(edit, { path: 'rule.txt', edits }, ws.context).catch(() => null);
          const after = await readFile(ws.at('rule.txt'));
          if (result === null) expect(after.toString()).toBe(before);
          else expect(result.details.hash).toBe(sha256(after));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('files', () => {
  it.each<[string, (path: string) => Promise<unknown>, string]>([
    ['read-only', (path) => chmod(path, 0o444), 'permission denied'],
    ['unreadable', (path) => chmod(path, 0o000), 'permission denied'],
  ])('%s', async (_name, change, message) => {
    await chmod(ws.base, 0o755);
    await writeFile(ws.at('closed.txt'), 'a\n');
    await change(ws.at('closed.txt'));
    const call = withoutRights(() => callTool(edit, { path: 'closed.txt', ...one('a', 'b') }, ws.context));
    await expect(call).rejects.toThrow(message);
    await chmod(ws.at('closed.txt'), 0o644);
    expect(await readFile(ws.at('closed.txt'), 'utf8')).toBe('a\n');
  });

  it('are not waited for when they are pipes', async () => {
    execFileSync('mkfifo', [ws.at('pipe')]);
    await expect(callTool(edit, { path: 'pipe', ...one('a', 'b') }, ws.context)).rejects.toThrow(
      'a named pipe',
    );
  });
});
