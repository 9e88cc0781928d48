import { expect, it } from 'vitest';
import { text } from '../../../src/core/content.ts';
import { type Outcome, outcome } from '../../../src/core/outcome.ts';
import { toolResult } from '../../../src/frontends/serving/tool-result.ts';

const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
const empty = text('');
const of = (parts: Partial<Outcome>): Outcome =>
  outcome({ status: 'completed', message: 'It is done.', ...parts });

it.each<readonly [name: string, tool: string, outcome: Partial<Outcome>, shown: readonly unknown[]]>([
  ['the payload alone', 'shell', { content: [text('hi')] }, ['hi']],
  ['the message where there is no payload', 'write', {}, ['It is done.']],
  ['the message where the payload is empty', 'shell', { content: [empty] }, ['It is done.']],
  ['notices behind it', 'shell', { content: [text('hi')], notices: ['a', 'b'] }, ['hi', '(a)\n(b)']],
  ['no notice twice', 'shell', { content: [text('hi (a)')], notices: ['a', 'b'] }, ['hi (a)', '(b)']],
  ['an image alone', 'read_media', { content: [image] }, [image]],
  ['a message and notices', 'glob', { notices: ['a'] }, ['It is done.\n(a)']],
  ['notices in the text of results', 'grep', { content: [text('x:1:y\n')], notices: ['a'] }, ['x:1:y\n(a)']],
  ['notices beside what is no text', 'grep', { content: [image], notices: ['a'] }, [image, '(a)']],
  ...(['running', 'failed', 'denied'] as const).flatMap(
    (status) =>
      [
        [
          `the message of a call that is ${status}`,
          'shell',
          { status, content: [text('hi')] },
          ['hi', 'It is done.'],
        ],
        [
          `it once when it is ${status}`,
          'shell',
          { status, content: [text('It is done. Yes')] },
          ['It is done. Yes'],
        ],
      ] as const,
  ),
  [
    'no message of one that says how it ended',
    'shell',
    { status: 'timed_out', content: [text('hi')] },
    ['hi'],
  ],
  [
    'the message of one that says nothing',
    'shell',
    { status: 'timed_out', content: [image] },
    [image, 'It is done.'],
  ],
])('a model is shown %s', (_, tool, parts, shown) => {
  const { content } = toolResult(tool, of(parts));
  expect(content.map((item) => (item.type === 'text' ? item.text : item))).toEqual(shown);
});

it.each([true, false])('what is shown once is not in the facts, and an error (%s) is one', (isError) => {
  const { structuredContent, isError: isShown } = toolResult('shell', of({ isError, content: [text('hi')] }));
  expect(structuredContent).not.toHaveProperty('content');
  expect([isShown, structuredContent.isError]).toEqual([isError, isError]);
});
