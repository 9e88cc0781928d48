import type { Display } from '../../core/content.ts';
import { escapeDeceptive, escapeLine } from '../../core/text/unseen.ts';
import type { ApprovalRequest } from '../service.ts';

function escapeItem(item: Display): Display {
  switch (item.type) {
    case 'command':
      return {
        ...item,
        command: escapeDeceptive(item.command),
        cwd: escapeLine(item.cwd),
        host: escapeLine(item.host),
      };
    case 'diff':
      return { ...item, path: escapeLine(item.path), text: escapeDeceptive(item.text) };
    case 'brief':
      return { ...item, text: escapeDeceptive(item.text) };
  }
}

/**
 * A question for display: nothing in it can control a terminal, change the reading direction or be invisible. What is sent back is
 * unchanged: ids and rules.
 */
export function escapeQuestion(question: ApprovalRequest): ApprovalRequest {
  return {
    ...question,
    title: escapeLine(question.title),
    reason: escapeLine(question.reason),
    cwd: escapeLine(question.cwd),
    host: escapeLine(question.host),
    display: question.display.map(escapeItem),
    choices: question.choices.map((choice) => ({ ...choice, label: escapeLine(choice.label) })),
  };
}
