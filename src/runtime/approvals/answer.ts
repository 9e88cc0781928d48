import * as v from 'valibot';

/** A person's answer: the id of a choice, its rule as edited, and feedback for the model. */
export const answerFields = {
  choice: v.string(),
  rule: v.exactOptional(v.string()),
  feedback: v.exactOptional(v.string()),
};

/** An answer from outside, without further fields. */
export const answerSchema = v.strictObject(answerFields);
