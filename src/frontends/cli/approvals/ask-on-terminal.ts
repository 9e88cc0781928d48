import { join } from 'node:path';
import type { ApprovalAnswer } from '../../../core/approval-answer.ts';
import { errnoOf, ToolFailure } from '../../../core/failure.ts';
import { holdClaimLock } from '../../../platform/locks/claim-lock.ts';
import type { Folders } from '../../../platform/machine/folders.ts';
import { openTerminal, type Terminal } from '../../../platform/terminal/terminal.ts';
import { takenBack } from '../../../runtime/approvals/taken-back.ts';
import type { ApprovalRequest } from '../../../runtime/service.ts';
import { readAnswer, renderChoices, renderFollowing, renderQuestion } from './approval-text.ts';

/** Asks on the terminal, one question at a time across processes, so that an answer cannot reach another question. */
export async function askOnTerminal(
  question: ApprovalRequest,
  signal: AbortSignal,
  { state }: Folders,
): Promise<ApprovalAnswer> {
  const terminal = openTerminal();
  if (terminal === null) throw terminalGone();
  try {
    const release = await holdClaimLock(join(state, 'locks', `terminal-${terminal.name}`), signal);
    if (release === null) throw takenBack();
    let giveBack = (): void => {};
    try {
      giveBack = await terminal.takeLines();
      return await ask(question, terminal, signal);
    } catch (error) {
      if (!hungUp.has(errnoOf(error) ?? '')) throw error;
      throw signal.aborted ? takenBack() : terminalGone();
    } finally {
      giveBack();
      release();
    }
  } finally {
    terminal.close();
  }
}

/** Error codes of a closed terminal: when it is used, and when it is opened. */
const hungUp: ReadonlySet<string> = new Set(['EIO', 'ENXIO']);

function terminalGone(): ToolFailure {
  return new ToolFailure('denied', 'the terminal is gone');
}

async function ask(
  question: ApprovalRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { choices } = question;
  await terminal.dropTyped();
  terminal.write(
    `\nagent-tools asks before it runs this: ${renderQuestion(question)}\n${renderChoices(choices)}\n${renderFollowing(choices)}\nYour answer: `,
  );
  for (;;) {
    const typed = await terminal.readLine(signal);
    if (signal.aborted) {
      terminal.write('\n(no longer asked)\n');
      throw takenBack();
    }
    if ('ended' in typed) {
      terminal.write('\n');
      throw new ToolFailure(
        'denied',
        typed.ended === 'interrupt' ? 'interrupted at the terminal' : 'no answer on the terminal',
      );
    }
    const answer = readAnswer(typed.line, choices);
    if (!('problem' in answer)) return answer;
    // Lines that came with it, as in a paste, are not answers either.
    await terminal.dropTyped();
    terminal.write(`Please answer with ${answer.problem}: `);
  }
}
