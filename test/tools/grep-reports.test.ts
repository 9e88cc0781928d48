import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProblems, refusal } from '../../src/tools/grep/problems.ts';
import { grep } from '../../src/tools/grep/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  textOf,
  withoutRights,
} from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({ 'multi.txt': 'begin\nmiddle\nend\nbegin end\n' });
});

afterAll(() => ws.remove());

describe('what a search says of its results', () => {
  it('names places it cannot search as it names other paths', async () => {
    // A line of an ignore file that ripgrep complains about has nothing to do with the question.
    await ws.fill({ 'some/x.txt': 'someword\n', 'some/shut/y.txt': 'someword\n', 'some/.ignore': '{x\n' });
    await chmod(ws.base, 0o755);
    const noticesWith = async (mode: number, path: string): Promise<string> => {
      await chmod(ws.at('some/shut'), mode);
      const input = { pattern: 'someword', path };
      return (await withoutRights(() => callTool(grep, input, ws.context))).notices.join();
    };
    expect(await noticesWith(0, 'some')).toContain('Could not search 1 place: some/shut: Permission denied');
    expect(await noticesWith(0o311, 'some/shut')).toContain('1 place: some/shut: Permission denied');
    await chmod(ws.at('some/shut'), 0);
    const refused = await withoutRights(() =>
      failureOf(grep, { pattern: 'x', path: 'some/shut' }, ws.context),
    );
    await chmod(ws.at('some/shut'), 0o755);
    await rm(ws.at('some'), { recursive: true });
    expect(refused).toContain('"some/shut": permission denied, expected a folder you may enter');
  });

  it.runIf(process.platform === 'linux')(
    'is refused for a folder it cannot enter, with the cause',
    async () => {
      // The longest path of the system, so that what is in the folder has none.
      const names = `/${'n'.repeat(199)}`.repeat(21).slice(0, 4094 - ws.root.length);
      const path = ws.root + names.replace(/\/$/, 'n');
      await mkdir(path, { recursive: true });
      expect(await failureOf(grep, { pattern: 'x', path }, ws.context)).toContain(
        ': a name in it is too long, expected a shorter name',
      );
      await rm(ws.at('n'.repeat(199)), { recursive: true });
    },
  );

  it('is not discarded for a place with a newline in its name', async () => {
    const shut = 'lines/a\nb';
    await ws.fill({ 'lines/x.txt': 'someword\n', [`${shut}/y.txt`]: 'someword\n' });
    await chmod(ws.base, 0o755);
    await chmod(ws.at(shut), 0);
    const result = await withoutRights(() =>
      callTool(grep, { pattern: 'someword', path: 'lines' }, ws.context),
    );
    await chmod(ws.at(shut), 0o755);
    await rm(ws.at('lines'), { recursive: true });
    expect(textOf(result)).toBe('lines/x.txt:1:someword');
    expect(result.notices).toContain('Could not search 1 place: "lines/a\\nb": Permission denied.');
  });

  it.runIf(process.platform === 'linux')(
    'is not discarded for a place that ripgrep does not name',
    async () => {
      const { details, notices } = await callTool(grep, { pattern: '^Name', path: '/proc/1' }, ws.context);
      expect(details.unreadable).toBeGreaterThan(0);
      expect(notices.join()).toMatch(/Could not search \d+ places?: /);
      const stderr = 'rg: ./a: b: Permission denied (os error 13)\nrg: Permission denied (os error 13)\n';
      const end = { by: 'itself', exitCode: 2, stderr } as const;
      const problems = readProblems(stderr);
      expect(problems.places.map(({ listed }) => listed)).toEqual(['./a: b', null]);
      expect(refusal('x', end, problems)).toBeNull();
    },
  );

  it.each([
    ['begin.middle', 'Found 1 match in 1 file.', 1],
    ['begin', 'Found 2 matches in 1 file.', 2],
    ['[a-z]+', 'Found 5 matches in 1 file.', 5],
  ])('counts matches with multiline, also several of a line: %s', async (pattern, message, count) => {
    const call = { pattern, path: 'multi.txt', multiline: true, outputMode: 'count' };
    const result = await callTool(grep, call, ws.context);
    expect([result.message, textOf(result)]).toEqual([message, `multi.txt:${count}`]);
  });

  it.each([
    ['begin', 1],
    ['absent', 0],
  ])('counts no matches of %s where only files are listed', async (pattern, files) => {
    const { details } = await callTool(grep, { pattern, path: 'multi.txt', outputMode: 'files' }, ws.context);
    expect(details).toMatchObject({ matches: null, files });
  });

  it('reads what ripgrep could not search, whatever a path is called, in little time', () => {
    expect(readProblems('rg: a: b (os error 1): x: Permission denied (os error 13)\nrg: x\n')).toEqual({
      places: [{ listed: 'a: b (os error 1): x', reason: 'Permission denied' }],
      complaint: 'x',
    });
    expect(readProblems('rg: a\n\nerror: b.\n')).toEqual({ places: [], complaint: 'a b' });
    const begun = performance.now();
    expect(readProblems(`rg: ${': '.repeat(150_000)}`).places).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('tells of matches in binary files alone that there are some', async () => {
    await writeFile(ws.at('only\n.bin'), 'odd binary\0more\n');
    const result = await callTool(grep, { pattern: 'odd binary', path: 'only\n.bin' }, ws.context);
    await rm(ws.at('only\n.bin'));
    expect(result.message).toBe('Matches of "odd binary" are in binary files only, which are not shown.');
    expect([textOf(result), result.details]).toEqual(['', expect.objectContaining({ files: 0, binary: 1 })]);
    expect(result.notices).toContain('Binary and therefore not shown, but matching: "only\\n.bin".');
    expect(grep.exitStatus?.(result)).toBe(0);
  });

  describe('of a binary file with matches before its first NUL byte and after', () => {
    beforeAll(async () => {
      const filler = 'z\n'.repeat(50_000);
      await ws.fill({ 'late/late': `nulword\n${filler}\0\nnulword\n` });
    });
    afterAll(() => rm(ws.at('late'), { recursive: true }));
    const searched = (outputMode: string) =>
      callTool(grep, { pattern: 'nulword', path: 'late', outputMode }, ws.context);

    it('what of it is shown', async () => {
      const result = await searched('content');
      expect([textOf(result), result.message]).toEqual([
        'late/late:1:nulword',
        'Found 1 matching line in 1 file.',
      ]);
      expect(result.notices).toEqual([
        'Binary and therefore not shown from the first NUL byte on: late/late.',
      ]);
    });

    it('that it is not counted, alone and among others', async () => {
      const alone = await searched('count');
      expect([textOf(alone), alone.message]).toEqual([
        '',
        'Matches of "nulword" are in binary files only, which are not counted.',
      ]);
      expect(alone.notices).toEqual(['Binary and therefore not counted, but matching: late/late.']);
      expect([alone.details.binary, grep.exitStatus?.(alone)]).toEqual([1, 0]);
      await writeFile(ws.at('late/plain'), 'nulword\n');
      const among = await searched('count');
      expect([textOf(among), among.message]).toEqual(['late/plain:1', 'Found 1 matching line in 1 file.']);
      expect(among.notices).toEqual(alone.notices);
    });
  });

  it('counts what it cuts of a long line in bytes, whatever they are', async () => {
    await writeFile(ws.at('long-latin.txt'), Buffer.from(`clip ${'\xe9'.repeat(2995)}\r\n`, 'latin1'));
    await writeFile(ws.at('long-emoji.txt'), `clip ${'😀'.repeat(1995)}\r\n`);
    const result = await callTool(grep, { pattern: '^clip', glob: 'long-*' }, ws.context);
    await rm(ws.at('long-latin.txt'));
    await rm(ws.at('long-emoji.txt'));
    const latin = `clip ${'\ufffd'.repeat(1995)}[… 1000 more bytes]`;
    expect(textOf(result)).toBe(`long-emoji.txt:1:clip ${'😀'.repeat(1995)}\nlong-latin.txt:1:${latin}`);
  });

  it.each([8100, 70_000, 300_000])('counts no line end of a line of %s bytes that it cuts', async (size) => {
    await writeFile(ws.at('long-ends.txt'), `${'x'.repeat(size)}\r\n${'x'.repeat(size)}\n`);
    const text = textOf(await callTool(grep, { pattern: '^x', path: 'long-ends.txt' }, ws.context));
    await rm(ws.at('long-ends.txt'));
    const more = `[… ${size - 2000} more bytes]`;
    expect(text.split('\n').map((line) => line.slice(-more.length))).toEqual([more, more]);
  });

  it('says of the lines it shows that they are cut, of no others', async () => {
    await writeFile(ws.at('long-mixed.txt'), `clip\nclip ${'x'.repeat(3000)}\n${'y'.repeat(3000)}\n`);
    const noticesOf = async (fields: object): Promise<string> =>
      (
        await callTool(grep, { pattern: 'clip', path: 'long-mixed.txt', ...fields }, ws.context)
      ).notices.join();
    expect(await noticesOf({ limit: 1 })).not.toContain('cut for');
    expect(await noticesOf({ limit: 1, after: 1 })).toContain('1 line cut for its length');
    expect(await noticesOf({ limit: 1, offset: 1 })).toContain('1 line cut for its length');
    expect(await noticesOf({ after: 1 })).toContain('2 lines cut for their length');
    expect(await noticesOf({ outputMode: 'count' })).not.toContain('cut for');
    await rm(ws.at('long-mixed.txt'));
  });

  it('says of the lines it shows that they hold bytes that are not UTF-8, of no others', async () => {
    const odd = Buffer.from('fine\nok caf\xe9\nok \xef\xbf\xbd\nother\xff\n', 'latin1');
    await writeFile(ws.at('odd-bytes.txt'), odd);
    const found = async (pattern: string) =>
      callTool(grep, { pattern, path: 'odd-bytes.txt', lineNumbers: false }, ws.context);
    const both = await found('ok');
    expect(textOf(both)).toBe('odd-bytes.txt:ok caf\ufffd\nodd-bytes.txt:ok \ufffd');
    expect(both.notices).toEqual(['Bytes that are not UTF-8 are shown as U+FFFD (1 line).']);
    expect((await found('fine')).notices).toEqual([]);
    await rm(ws.at('odd-bytes.txt'));
  });

  it('counts no file of which only lines around no match came', async () => {
    // ripgrep shows what stands before the empty match behind the last newline.
    const call = { pattern: '^$', path: 'multi.txt', multiline: true, context: 1 };
    const result = await callTool(grep, call, ws.context);
    expect([result.message, textOf(result)]).toEqual(['No matches of "^$".', '']);
    expect(result.details).toMatchObject({ matches: 0, files: 0, shown: 0 });
  });

  it.each([
    [{ glob: '*.txt', type: 'md' }, true],
    [{ glob: '!*.none', type: 'txt' }, false],
    [{ glob: '*.txt' }, false],
    [{ type: 'txt' }, false],
  ])('says with %j whether the type had a say: %j', async (fields, isOutdone) => {
    const { notices, details } = await callTool(grep, { pattern: '.', ...fields }, ws.context);
    expect(details.files).not.toBe(0);
    expect(notices.join().includes('a glob outdoes a type')).toBe(isOutdone);
  });

  it.each([
    [{}, 'No matches of "absent"; ignored files are not searched (includeIgnored searches them).'],
    [{ includeIgnored: true }, 'No matches of "absent".'],
    [{ path: 'multi.txt' }, 'No matches of "absent".'],
    [{ path: '.git' }, 'No matches of "absent".'],
    [{ glob: '*.txt', includeIgnored: true }, 'No matches of "absent".'],
    [{ path: 'multi.txt', glob: '*.none' }, 'No matches of "absent".'],
    [{ glob: '*.none', includeIgnored: true }, 'No matches of "absent": no file fits the glob "*.none".'],
    [
      { glob: '*.ts,*.md' },
      'No matches of "absent": no file fits the glob "*.ts,*.md"; several globs are one in braces, "{*.ts,*.md}"; ignored files are not searched (includeIgnored searches them).',
    ],
    [
      { path: 'folder', glob: 'in/*', includeIgnored: true },
      'No matches of "absent": no file fits the glob "in/*"; a glob that names folders is relative to the working folder.',
    ],
    [{ path: 'folder', glob: 'folder/in/*', includeIgnored: true }, 'No matches of "absent".'],
    [{ type: 'rust', includeIgnored: true }, 'No matches of "absent": no file fits the type "rust".'],
  ])('says with %j what a search that found nothing passed over', async (fields, message) => {
    await ws.fill({ '.git/HEAD': 'ref\n', 'folder/in/x.txt': 'x\n' });
    const result = await callTool(grep, { pattern: 'absent', ...fields }, ws.context);
    expect([result.message, result.isError]).toEqual([message, false]);
  });

  const bar = '; a bar behind a backslash stands for itself, one without separates alternatives.';
  const twice = '; two backslashes stand for one itself, so what follows is not escaped.';
  it.each([
    ['absent\\|nowhere', {}, bar],
    ['absent\\\\\\|nowhere', {}, bar],
    ['absent\\|nowhere', { fixedStrings: true }, '.'],
    ['absent|nowhere', {}, '.'],
    ['\\\\bnowhere\\\\.', {}, twice],
    ['\\bnowhere\\(', {}, '.'],
    ['nowhere\\\\usr', {}, '.'],
  ])('says of %j with %j how else it is read elsewhere', async (pattern, fields, end) => {
    const call = { pattern, includeIgnored: true, ...fields };
    const { message } = await callTool(grep, call, ws.context);
    expect(message).toBe(`No matches of ${JSON.stringify(pattern)}${end}`);
  });
});
