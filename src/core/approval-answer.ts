/** The answer to a question about a call: the id of a choice, its rule as edited, and a word for the model. */
export interface ApprovalAnswer {
  readonly choice: string;
  readonly rule?: string;
  readonly feedback?: string;
}
