import { describe, expect, it } from 'vitest';
import { type Content, text } from '../../../src/core/content.ts';
import { ToolFailure } from '../../../src/core/failure.ts';
import { type Outcome, outcome } from '../../../src/core/outcome.ts';
import { boundFailure, boundOutcome } from '../../../src/hosts/node/node-bounds.ts';

const caps = { outputChars: 1000, readBytes: 2000 };
const room = 2000 + 8192;

function bound(content: readonly Content[]) {
  const given = outcome({ status: 'completed', message: 'done', content, details: {}, notices: ['before'] });
  return { given, bounded: boundOutcome(given, caps) };
}

describe('boundOutcome', () => {
  it.each([
    ['nothing', []],
    ['what just fits', [text('x'.repeat(room))]],
    ['several that fit together', [text('x'.repeat(room - 1)), text('y')]],
  ])('leaves %s as it is', (_, content) => {
    const { given, bounded } = bound(content);
    expect(bounded).toBe(given);
  });

  it('keeps the beginning and the end of what is too long, and says how much it left out', () => {
    const { bounded } = bound([text(`head${'x'.repeat(50_000)}tail`)]);
    const [item] = bounded.content;
    expect(item).toMatchObject({
      text: expect.stringMatching(/^headx+\n\[… 39816 more characters\]\nx+tail$/),
    });
    expect(bounded.notices).toEqual([
      'before',
      'The node sent 39816 characters more than the caps here allow; they are left out.',
    ]);
  });

  it('counts all texts together, other content not, and tears no character', () => {
    const image = { type: 'image', data: 'aaaa', mimeType: 'image/png' } as const;
    const { bounded } = bound([text('x'.repeat(room - 3)), image, text('😀'.repeat(20)), text('last')]);
    expect(bounded.content[1]).toBe(image);
    const rest = bounded.content.slice(2).map((item) => ('text' in item ? item.text : ''));
    expect(rest.every((value) => value.isWellFormed())).toBe(true);
    expect(rest[1]).toBe('\n[… 4 more characters]\n');
    expect(bounded.notices[1]).toContain('sent 41 characters more');
  });

  const long = 'x'.repeat(50_000);
  const many = Array.from({ length: 900 }, () => long);
  it.each<[string, Partial<Outcome>]>([
    ['a message', { message: long }],
    ['notices', { notices: many }],
    ['a detail', { details: { note: long } }],
    ['details within details', { details: { list: many, more: { [long]: many } } }],
    ['details without text', { details: { list: Array.from({ length: 100_000 }, () => 1) } }],
    ['a command shown', { display: [{ type: 'command', command: long, cwd: '/', host: 'x' }] }],
    ['many texts shown', { display: many.map((part) => ({ type: 'brief', text: part })) }],
  ])('bounds %s too', (_, parts) => {
    const given = outcome({ status: 'completed', message: 'done', content: [], details: {} });
    const bounded = boundOutcome({ ...given, ...parts }, caps);
    expect(JSON.stringify(bounded).length).toBeLessThan(25_000);
    expect(bounded.notices.at(-1)).toMatch(/^The node sent \d+ characters more than the caps here allow/);
  });

  it('bounds what a cancelled call had, and leaves other failures alone', () => {
    const partial = outcome({ status: 'cancelled', message: long, content: [], details: {} });
    const bounded = boundFailure(new ToolFailure('cancelled', 'ended', { outcome: partial }), caps);
    expect(JSON.stringify(bounded)).not.toContain(long);
    expect(bounded).toMatchObject({
      code: 'cancelled',
      message: 'ended',
      data: { outcome: { details: {} } },
    });
    const other = new ToolFailure('tool_failed', 'broken', { host: 'x' });
    expect(boundFailure(other, caps)).toBe(other);
  });
});
