import { isSame } from '../config/values.ts';
import type { Facts } from '../core/ports.ts';
import type { Asked, FactBook } from './fact-book.ts';
import type { Judgement, PolicyInput } from './judge.ts';
import { Kept } from './kept.ts';

/** Facts that are looked at again; with more of them judging anew costs hardly more. */
const mostAsked = 128;

/** A judgement with everything it rests on. */
interface Grounded {
  readonly input: PolicyInput;
  readonly asked: readonly Asked[];
  readonly judgement: Judgement;
}

const last = new Kept<Grounded>(64, 4096);

/** What a judgement is looked up by, its commands and where they run; null for what is not kept. */
function keyOf({ effects, allowedInput }: PolicyInput): string | null {
  const isOpen = allowedInput !== undefined && allowedInput.size > 0;
  if (isOpen || effects.length === 0) return null;
  const texts = effects.map((effect) => {
    const isPlain = effect.kind === 'exec' && effect.script !== null && effect.fed === null;
    return isPlain ? `${effect.cwd}\0${effect.script}` : null;
  });
  return texts.includes(null) ? null : texts.join('\0');
}

/** Lists are compared as `judgeEffects` wants them given: the same again. */
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

/** Whether the system answers all that was asked as it did. */
function isStillSo(asked: readonly Asked[], facts: Facts): boolean {
  const look = facts.look();
  return asked.every(({ question, answer }) => isSame(question(look), answer));
}

/**
 * The judgement of a call that was judged before under the same rules, where every fact that it rests on is looked at again and
 * is what it was; null otherwise. A judgement follows from its input and these facts alone, so it would come out the same.
 */
export function recall(input: PolicyInput): Judgement | null {
  const key = keyOf(input);
  const known = key === null ? undefined : last.get(key);
  if (known === undefined || !isSameCall(known.input, input)) return null;
  return isStillSo(known.asked, input.facts) ? known.judgement : null;
}

/** Keeps a judgement for `recall`, unless it could come out otherwise under the same facts: a text may have been too slow to parse. */
export function remember(input: PolicyInput, book: FactBook, judgement: Judgement): void {
  const key = keyOf(input);
  if (key === null || judgement.opaque !== null || book.asked.length > mostAsked) return;
  last.keep(key, { input, asked: book.asked, judgement });
}
