import { ToolFailure } from '../../core/failure.ts';
import { hasPerson, openTerminal, type Terminal } from '../../platform/terminal.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../runtime/service.ts';
import { escapeUnseen } from './escape.ts';

/** Asks on the controlling terminal; null when nobody sits there. */
export function terminalApprover(): Approver | null {
  if (!hasPerson()) return null;
  const terminal = openTerminal();
  if (terminal === null) return null;
  terminal.close();
  return { request: askOnTerminal };
}

async function askOnTerminal(question: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
  const terminal = openTerminal();
  if (terminal === null) throw new ToolFailure('denied', 'the terminal is gone');
  try {
    terminal.write(renderQuestion(question));
    return await readChoice(question, terminal, signal);
  } finally {
    terminal.close();
  }
}

function renderQuestion({ tool, title, reason, cwd, display, choices }: ApprovalRequest): string {
  const shown = display.flatMap((item) => (item.type === 'command' ? [] : [escapeUnseen(item.text)]));
  const keys = choices.map(({ label }, index) => `  ${index + 1}) ${label}`);
  return [
    `agent-tools asks: ${tool} in ${escapeUnseen(cwd)}`,
    `  ${escapeUnseen(title)}`,
    `  because ${escapeUnseen(reason)}`,
    ...shown,
    ...keys,
    'Number, then Enter: ',
  ].join('\n');
}

async function readChoice(
  { choices }: ApprovalRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  for (;;) {
    const line = await terminal.readLine(signal);
    if (line === null) throw new ToolFailure('denied', 'no answer on the terminal');
    const choice = choices[Number(line.trim()) - 1];
    if (choice !== undefined) return { choice: choice.id };
    terminal.write(`A number from 1 to ${choices.length}: `);
  }
}
