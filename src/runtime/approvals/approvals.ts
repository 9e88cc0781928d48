import type { ApprovalAnswer } from '../../core/approval-answer.ts';
import { isYes } from '../../core/choice-kinds.ts';
import type { TypedSession } from '../../core/effect.ts';
import { cannot, messageOf } from '../../core/failure.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { Policy } from '../policy.ts';
import type { ApprovalChoice } from '../service.ts';
import { keepsRule, rulesOfAnswer } from './choices.ts';
import { checkRules, learn } from './learn.ts';
import { LiveQuestions } from './live-questions.ts';
import { PendingStore } from './pending-store.ts';

/** An answer to carry out. */
export interface Answered {
  readonly choice: ApprovalChoice;
  readonly answer: ApprovalAnswer;
  /** The tool for which the choices' rules are. */
  readonly ruleTool: string;
  /** The background session that an `allow_session` choice is about; null for rules. */
  readonly inputSession: TypedSession | null;
  readonly by: string;
  readonly approvalId: string;
  readonly title: string;
}

/** The questions and answers of one process. */
export class Approvals {
  readonly pending: PendingStore;
  readonly live = new LiveQuestions();
  readonly #context: ToolContext;
  readonly #policy: Policy;

  constructor(context: ToolContext, policy: Policy) {
    this.#context = context;
    this.#policy = policy;
    this.pending = new PendingStore(context.folders);
  }

  /** Stores the rule of an answer, as edited. If that fails, the answer still counts and the notice says so. */
  async tryKeepRule(answered: Answered): Promise<readonly string[]> {
    try {
      await this.#keepRule(answered);
      return [];
    } catch (error) {
      return [`The answer holds this once, its rule was not kept: ${messageOf(error)}`];
    }
  }

  async #keepRule({
    choice,
    answer,
    ruleTool,
    inputSession,
    by,
    approvalId,
    title,
  }: Answered): Promise<void> {
    if (answer.rule !== undefined && !keepsRule(choice))
      throw cannot('keep rule', answer.rule, `"${choice.id}" keeps none`, 'a choice that is for longer');
    const rules = rulesOfAnswer(choice, answer.rule, ruleTool);
    switch (choice.kind) {
      case 'allow_session':
        if (inputSession !== null) {
          const { id, node } = inputSession;
          if (node !== null) return this.#policy.allowInputOn(node, id);
          const { allowInput } = await import('../../sessions/input/input-grant.ts');
          return allowInput(this.#context.folders.state, id, { by, approvalId });
        }
        checkRules(rules);
        return this.#policy.addForSession(rules);
      case 'allow_always':
      case 'reject_always':
        return learn({ rules, isYes: isYes(choice.kind), by, approvalId, title }, this.#context.folders);
      case 'allow_once':
      case 'reject_once':
    }
  }
}
