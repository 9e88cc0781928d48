import { describe, expect, it } from 'vitest';
import { nativeDialect } from '../../src/wire/dialect.ts';
import { LineSplitter } from '../../src/wire/framing.ts';
import { parseLine } from '../../src/wire/message.ts';

describe('ids', () => {
  it.each([1, 7, 200, 10_000])('of a line that is too long is told, in chunks of %d', (size) => {
    const splitter = new LineSplitter(100);
    const line = Buffer.from(`{"id":7,"method":"x","params":{"a":"${'a'.repeat(5000)}"}}\n`);
    const lines = [];
    for (let at = 0; at < line.length; at += size) lines.push(...splitter.push(line.subarray(at, at + size)));
    expect(lines).toMatchObject([{ kind: 'bad', id: '7' }]);
    expect(splitter.push(Buffer.from(`${'b'.repeat(200)}\n`))).toMatchObject([{ kind: 'bad', id: 'null' }]);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"\xff"}}\n', '7'],
    ['{"method":"x","params":{"a":"\xff"},"jsonrpc":"2.0","id":"a"}\n', '"a"'],
    ['{"jsonrpc":"2.0","id":"\xff","method":"x"}\n', 'null'],
    ['{"jsonrpc":"2.0","id":7,"result":"\xff"}\n', 'null'],
  ])('of a line that is not UTF-8: %j', (line, id) => {
    const [bad] = new LineSplitter(100).push(Buffer.from(line, 'latin1'));
    expect(bad).toMatchObject({ kind: 'bad', id, code: 'parse_error' });
  });

  const parse = (text: string, dialect = nativeDialect) => {
    const parsed = parseLine({ kind: 'text', text }, dialect);
    return parsed.kind === 'single' ? parsed.message : parsed;
  };

  it.each(['', ',"params":{}', ',"params":{"id":{}}'])(
    'of what is to be cancelled is missing: %s',
    (params) => {
      expect(parse(`{"jsonrpc":"2.0","id":3,"method":"$/cancelRequest"${params}}`)).toMatchObject({
        kind: 'aimless',
        id: '3',
        field: 'id',
      });
      expect(parse(`{"jsonrpc":"2.0","method":"$/cancelRequest"${params}}`)).toMatchObject({
        kind: 'cancel',
      });
    },
  );
});
