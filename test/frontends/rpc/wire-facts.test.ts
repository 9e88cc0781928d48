import { describe, expect, it } from 'vitest';
import { WireFacts } from '../../../src/frontends/rpc/wire-facts.ts';

const limit = '(maxLineBytes of initialize, caps.rpcLineBytes)';

function shrunk(facts: Record<string, unknown>, maxBytes: number): Record<string, unknown> {
  const shorter = new WireFacts(facts).shrink(maxBytes);
  if (typeof shorter !== 'object' || shorter === null) throw new Error('no facts');
  expect(Buffer.byteLength(JSON.stringify(shorter))).toBeLessThanOrEqual(maxBytes);
  return { ...shorter };
}

describe('facts that would pass their line', () => {
  const rows = (count: number, text = 'é') => Array.from({ length: count }, (_, id) => ({ id, text }));

  it('are as they are on the wire', () => {
    expect(JSON.stringify(new WireFacts({ a: [1, 'x'] }))).toBe('{"a":[1,"x"]}');
  });

  it.each([400, 1000, 5000])(
    'have the first of a list within %d bytes, and say how many there are',
    (bytes) => {
      const list = rows(1000);
      const { approvals, damaged, notices } = shrunk({ approvals: list, damaged: [] }, bytes);
      const kept = Array.isArray(approvals) ? approvals.length : 0;
      expect(kept).toBeGreaterThan(0);
      expect(approvals).toEqual(list.slice(0, kept));
      expect(damaged).toEqual([]);
      expect(notices).toEqual([
        `"approvals" has the first ${kept} of 1000 to keep the line under its limit ${limit}.`,
      ]);
      const one = { approvals: list.slice(0, kept + 1), damaged: [], notices };
      expect(Buffer.byteLength(JSON.stringify(one))).toBeGreaterThan(bytes - 4);
    },
  );

  it('share the room among lists', () => {
    const { few, many, more } = shrunk({ few: rows(3), many: rows(500), more: rows(900) }, 3000);
    expect(few).toEqual(rows(3));
    expect(many).toEqual(more);
  });

  it('have the beginnings of long texts where whole lists fit then', () => {
    const { approvals, notices } = shrunk({ approvals: rows(3, 'x'.repeat(50_000)) }, 20_000);
    expect(approvals).toMatchObject([{ id: 0 }, { id: 1 }, { id: 2 }]);
    expect(notices).toEqual([
      `Texts of more than 4096 characters were cut to keep the line under its limit ${limit}.`,
    ]);
  });

  it('have shorter texts rather than nothing of a list', () => {
    const { approvals } = shrunk({ approvals: rows(30, 'x'.repeat(50_000)), notices: ['kept'] }, 1500);
    expect(approvals).toContainEqual({ id: 0, text: `${'x'.repeat(512)}…` });
  });

  it('keep their own notices', () => {
    const { notices } = shrunk({ settings: rows(1000), notices: ['kept'] }, 1000);
    expect(notices).toEqual(['kept', expect.stringContaining('"settings" has the first')]);
  });

  it('are as they were where nothing helps', () => {
    const facts = { list: rows(10), number: Number('1'.repeat(300)) };
    expect(new WireFacts(facts).shrink(20)).toBe(facts);
  });
});
