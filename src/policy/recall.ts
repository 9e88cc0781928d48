import { isSame } from '../config/values.ts';
import type { Facts } from '../core/ports.ts';
import type { Asked, FactBook } from './fact-book.ts';
import type { Judgement, PolicyInput } from './judge.ts';
import { Kept } from './kept.ts';

/** Most facts that are looked up again; with more of them, judging anew costs hardly more. */
const mostAsked = 128;

/** A judgement with all that it depends on. */
interface Grounded {
  readonly input: PolicyInput;
  readonly asked: readonly Asked[];
  readonly judgement: Judgement;
}

const last = new Kept<Grounded>(64, 4096);

/** The key of a judgement, made of commands and their folders; null if it must not be kept. */
function keyOf({ effects, allowedInput }: PolicyInput): string | null {
  const isOpen = allowedInput !== undefined && allowedInput.size > 0;
  if (isOpen || effects.length === 0) return null;
  const texts = effects.map((effect) => {
    const isPlain = effect.kind === 'exec' && effect.script !== null && effect.fed === null;
    return isPlain ? `${effect.cwd}\0${effect.script}` : null;
  });
  return texts.includes(null) ? null : texts.join('\0');
}

/** Whether two calls have the same input; rules and paths must be the same arrays, as `judgeEffects` requests. */
function isSameCall(one: PolicyInput, other: PolicyInput): boolean {
  return (
    one.rules === other.rules &&
    one.workspace === other.workspace &&
    one.protectedPaths === other.protectedPaths &&
    one.facts === other.facts &&
    one.isShown === other.isShown &&
    one.isSandboxed === other.isSandboxed &&
    (one.settings === other.settings || isSame(one.settings, other.settings)) &&
    isSame(one.effects, other.effects)
  );
}

/** Whether the system still gives the same answer to every question. */
function isStillSo(asked: readonly Asked[], facts: Facts): boolean {
  const look = facts.look();
  return asked.every(({ question, answer }) => isSame(question(look), answer));
}

/**
 * The judgement of an earlier, equal call, if looking up all of its facts again gives the same answers; null otherwise. A
 * judgement depends on its input and these facts only, so it would come out the same.
 */
export function recall(input: PolicyInput): Judgement | null {
  const key = keyOf(input);
  const known = key === null ? undefined : last.get(key);
  if (known === undefined || !isSameCall(known.input, input)) return null;
  return isStillSo(known.asked, input.facts) ? known.judgement : null;
}

/** Keeps a judgement for `recall`, unless a text could not be parsed, which may have been for lack of time, or it has too many facts. */
export function remember(input: PolicyInput, book: FactBook, judgement: Judgement): void {
  const key = keyOf(input);
  if (key === null || judgement.opaque !== null || book.asked.length > mostAsked) return;
  last.keep(key, { input, asked: book.asked, judgement });
}
