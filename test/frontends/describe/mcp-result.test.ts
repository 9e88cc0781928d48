import { describe, expect, it } from 'vitest';
import { type Content, text } from '../../../src/core/content.ts';
import { outcome } from '../../../src/core/outcome.ts';
import { toMcpResult } from '../../../src/frontends/describe/mcp-result.ts';

const image: Content = { type: 'image', data: 'AA==', mimeType: 'image/png' };

describe('toMcpResult', () => {
  it.each<[string, readonly Content[], readonly string[], readonly Content[]]>([
    ['the payload as it is', [text('a\n')], [], [text('a\n')]],
    ['the message in place of nothing', [], [], [text('Done.')]],
    ['notices after the text', [text('a\n')], ['n1', 'n2'], [text('a\nn1\nn2')]],
    ['notices on a line of their own', [text('a')], ['n'], [text('a\nn')]],
    ['no notice twice', [text('a\nsays n already')], ['n already'], [text('a\nsays n already')]],
    ['notices after an image', [image], ['n'], [image, text('n')]],
    ['notices after an empty text', [text('')], ['n'], [text('n')]],
  ])('gives %s', (_name, content, notices, expected) => {
    const value = outcome({ status: 'completed', message: 'Done.', content, notices, details: { x: 1 } });
    const { content: _content, ...facts } = value;
    expect(toMcpResult(value)).toEqual({ content: expected, structuredContent: facts, isError: false });
  });

  it('marks failures', () => {
    expect(toMcpResult(outcome({ status: 'denied', message: 'No.' }))).toMatchObject({
      isError: true,
      content: [{ text: 'No.' }],
    });
  });
});
