import * as v from 'valibot';
import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import type { Display } from '../../core/content.ts';
import { ToolFailure } from '../../core/failure.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { behindBar, escapeLine } from '../../core/text/unseen.ts';
import type { ApprovalRequest } from '../../runtime/service.ts';
import type { ChoiceStyle } from './client.ts';

/** The params of `elicitation/create`. */
export interface FormRequest {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

const responseSchema = v.looseObject({
  action: v.picklist(['accept', 'decline', 'cancel']),
  content: v.nullish(v.record(v.string(), v.unknown())),
});

/** A client's answer to a form. */
export type FormResponse = v.InferOutput<typeof responseSchema>;

/** Turns a question into a form, and a filled form into an answer. */
export interface ApprovalForm {
  /** The key of the question among the inputs of a stateless call. */
  key(question: ApprovalRequest): string;
  render(question: ApprovalRequest, style: ChoiceStyle): FormRequest;
  /** Throws `denied` if the response is none of the choices. */
  read(response: FormResponse, question: ApprovalRequest): ApprovalAnswer;
}

/** A client's response to a form. Throws `code` if it is not valid. */
export function readResponse(value: unknown, code: 'invalid_input' | 'denied'): FormResponse {
  return parseInput(responseSchema, value, code);
}

/** The form for all tools: one choice without a default, and everything that would run in the message. */
export const approvalForm: ApprovalForm = {
  key: () => 'approval',
  render: (question, style) => ({
    message: renderMessage(question),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', ...renderChoices(question, style) },
        ...(question.choices.some(({ rule }) => rule !== undefined) ? { rule: ruleField } : {}),
        feedback: feedbackField,
      },
      required: ['decision'],
    },
  }),
  read: readAnswer,
};

const ruleField = {
  type: 'string',
  title: 'Rule',
  description: 'The rule to keep if the choice keeps one; leave it empty for the proposed rule',
};

const feedbackField = {
  type: 'string',
  title: 'Feedback',
  description: 'A word for the model, for example what to do instead',
};

function renderChoices({ choices }: ApprovalRequest, style: ChoiceStyle) {
  const titled = choices.map(({ id, label }) => ({ const: id, title: escapeLine(label) }));
  if (style === 'one-of') return { oneOf: titled };
  return { enum: titled.map((choice) => choice.const), enumNames: titled.map(({ title }) => title) };
}

/** Nothing is cut, as a person cannot allow what they did not see. Texts from the call are escaped and cannot start a line. */
function renderMessage({ tool, title, reason, cwd, host, display }: ApprovalRequest): string {
  return [
    `Allow ${escapeLine(tool)}? ${escapeLine(title)}`,
    `Why this is asked: ${escapeLine(reason)}`,
    `Folder: ${escapeLine(cwd)}${host === 'local' ? '' : `, host: ${escapeLine(host)}`}`,
    ...display.flatMap((item) => renderDisplay(item, escapeLine(title))),
  ].join('\n');
}

function renderDisplay(item: Display, title: string): readonly string[] {
  switch (item.type) {
    case 'command':
      if (item.command.includes('\n')) return ['Command:', ...behindBar(item.command)];
      return title.includes(escapeLine(item.command)) ? [] : [`Command: ${escapeLine(item.command)}`];
    case 'diff':
      return [`${escapeLine(item.path)}:`, ...behindBar(item.text)];
    case 'brief':
      return behindBar(item.text);
  }
}

function readAnswer({ action, content }: FormResponse, { choices }: ApprovalRequest): ApprovalAnswer {
  const feedback = textOf(content?.feedback);
  const wanted = action === 'accept' ? content?.decision : undefined;
  const choice =
    action === 'accept'
      ? choices.find(({ id }) => id === wanted)
      : choices.find(({ kind }) => kind === 'reject_once');
  if (choice === undefined) throw new ToolFailure('denied', 'the answer names none of the choices');
  // Without it the proposed rule would be kept, which may be wider than the one that was meant.
  if (choice.rule !== undefined && typeof (content?.rule ?? '') !== 'string')
    throw new ToolFailure('denied', 'the rule in the answer is not a text');
  const rule = textOf(content?.rule);
  return {
    choice: choice.id,
    ...(rule === null ? {} : { rule }),
    ...(feedback === null ? {} : { feedback }),
  };
}

/** The text of a field; null if blank, as some clients send empty texts for empty fields. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
