/** Where protocols on JSON-RPC 2.0 differ. A property may be a getter: it is read for each line. */
export interface Dialect {
  /** Whether arrays of messages are taken. */
  readonly batches: boolean;
  /** Whether `id: null` is a request. */
  readonly nullIds: boolean;
  /** Methods that cancel a request, and the member of their params that holds its id; the first is the one we send. */
  readonly cancelMethods: ReadonlyMap<string, string>;
  /** The members of the params that lead to another id of the peer's, which has to come back as it was written too. */
  readonly namedId: readonly string[];
  /** Whether a cancelled request is answered (-32800) or left without an answer. */
  readonly answersCancelled: boolean;
  /** Whether a notification of a method runs it, unanswered, as JSON-RPC has it; else only the handler's own `notification` hears it. */
  readonly runsNotifications: boolean;
}

/** JSON-RPC 2.0 with the cancellation of the Language Server Protocol and, in, that of the Agent Client Protocol. */
export const nativeDialect: Dialect = {
  batches: true,
  nullIds: true,
  cancelMethods: new Map([
    ['$/cancelRequest', 'id'],
    ['$/cancel_request', 'requestId'],
  ]),
  namedId: ['id'],
  answersCancelled: true,
  runsNotifications: true,
};
