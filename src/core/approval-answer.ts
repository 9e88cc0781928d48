/** The answer to an approval request: the id of a choice, its rule as edited, and feedback for the model. */
export interface ApprovalAnswer {
  readonly choice: string;
  readonly rule?: string;
  readonly feedback?: string;
}
