/** Where protocols based on JSON-RPC 2.0 differ. A property may be a getter: it is read for each line. */
export interface Dialect {
  /** Whether arrays of messages are accepted. */
  readonly batches: boolean;
  /** Whether a message with `id: null` is a request. */
  readonly nullIds: boolean;
  /** Methods that cancel a request, with the params member for its id; we send the first. */
  readonly cancelMethods: ReadonlyMap<string, string>;
  /** Path in the params to another id of the peer, which must also be returned as it was written. */
  readonly namedId: readonly string[];
  /** Whether a cancelled request is answered (-32800) or not at all. */
  readonly answersCancelled: boolean;
  /** Whether a notification runs the method, unanswered, as in JSON-RPC; if not, it goes to the handler's `notification` only. */
  readonly runsNotifications: boolean;
}

/** JSON-RPC 2.0 with the cancellation of the Language Server Protocol and, for incoming messages, of the Agent Client Protocol. */
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
