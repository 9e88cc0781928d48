/** Why a question is taken back: somebody gave its answer in another place. */
export class AnsweredElsewhere extends Error {
  readonly choice: string;

  constructor(choice: string) {
    super('Answered elsewhere');
    this.choice = choice;
  }
}
