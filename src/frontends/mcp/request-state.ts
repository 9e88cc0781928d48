import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { ToolFailure } from '../../core/failure.ts';
import { answerSchema } from '../../runtime/approvals/answer.ts';
import { canonicalJson } from '../../runtime/approvals/canonical.ts';

const stateSchema = v.strictObject({
  /** Unique: a state is valid for one answer. */
  nonce: v.string(),
  /** Milliseconds on this process's monotonic clock. */
  expires: v.number(),
  /** Digest of the tool and its arguments. */
  call: v.string(),
  /** Digest of the question to the client. */
  question: v.string(),
  /** Answers from earlier rounds of the same call, by the digest of their question. */
  answers: v.record(v.string(), answerSchema),
});

export type RequestState = v.InferOutput<typeof stateSchema>;

/** Signs the state that a stateless client carries between rounds of a call; the key lasts as long as the process. */
export class StateSigner {
  readonly #key = randomBytes(32);
  readonly #used = new Map<string, number>();

  sign(state: Omit<RequestState, 'nonce'>): string {
    const payload = { nonce: randomBytes(16).toString('base64url'), ...state };
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${body}.${this.#mac(body).toString('base64url')}`;
  }

  /**
   * The state of a call, which becomes invalid. Throws `invalid_input` if it was changed, is too old, was used, or belongs to another
   * call.
   */
  spend(text: unknown, call: string): RequestState {
    const [body = '', mac = '', ...rest] = typeof text === 'string' ? text.split('.') : [];
    const given = Buffer.from(mac, 'base64url');
    const own = this.#mac(body);
    const isOwn = rest.length === 0 && given.toString('base64url') === mac && given.length === own.length;
    if (!isOwn || !timingSafeEqual(given, own)) throw refused('is not one of this server');
    const state = v.parse(stateSchema, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    const now = performance.now();
    if (state.expires <= now) throw refused('is too old');
    if (this.#used.has(state.nonce)) throw refused('was used before');
    if (state.call !== call) throw refused('belongs to another call');
    for (const [nonce, end] of this.#used) if (end <= now) this.#used.delete(nonce);
    this.#used.set(state.nonce, state.expires);
    return state;
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest();
  }
}

function refused(problem: string): ToolFailure {
  const message = `"requestState" ${problem}; call the tool again without it`;
  return new ToolFailure('invalid_input', message, { field: 'requestState', problem });
}

/** SHA-256 of a JSON value, regardless of the order of its members. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}
