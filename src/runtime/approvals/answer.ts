import * as v from 'valibot';

/** What a person answers: the id of a choice, its rule as edited, and a word for the model. */
export const answerFields = {
  choice: v.string(),
  rule: v.exactOptional(v.string()),
  feedback: v.exactOptional(v.string()),
};

/** An answer as it comes from outside, with nothing else in it. */
export const answerSchema = v.strictObject(answerFields);
