import type { Display } from '../../src/core/content.ts';
import type { Effect } from '../../src/core/effect.ts';
import type { Judgement } from '../../src/policy/judge.ts';
import { questionOf } from '../../src/runtime/approvals/question.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { contextFor } from './file-context.ts';

const judgement: Judgement = {
  decision: 'ask',
  reason: 'no rule allows it',
  rule: null,
  commands: [],
  suggest: [],
  paths: [],
  proposals: [],
  inputSession: null,
  opaque: null,
  environment: {},
  scripts: [],
};

/** What a question is about; the rest is as for a call of `shell` that no rule allows. */
export interface Parts {
  readonly effects?: readonly Effect[];
  readonly display?: readonly Display[];
  readonly input?: unknown;
  readonly judgement?: Partial<Judgement>;
  readonly stdin?: number;
  readonly title?: string;
  readonly node?: string;
}

const context: ToolContext = contextFor('/base');
/** The question about a call. */
export const ask = ({
  effects = [],
  display = [],
  input = {},
  title = 'title',
  stdin,
  node,
  ...parts
}: Parts) =>
  questionOf(
    {
      tool: 'shell',
      input,
      plan: {
        title,
        effects,
        display,
        ...(node === undefined ? {} : { host: node }),
        execute: () => Promise.reject(new Error('nothing runs here')),
      },
      judgement: { ...judgement, ...parts.judgement },
      context: { ...context, surface: { ...context.surface, stdin: stdin ?? null } },
    },
    { hasSession: true, mayLearn: true },
    { approvalId: 'id', expiresAt: 'then' },
  );

/** The kinds of the choices of a question. */
export const kinds = (question: ReturnType<typeof ask>) => question.choices.map(({ kind }) => kind);
