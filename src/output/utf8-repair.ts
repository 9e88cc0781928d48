import { isUtf8 } from 'node:buffer';
import { decodeText, encodeText, openCharacter } from '../core/text/utf8.ts';

const nothing = new Uint8Array(0);

/**
 * Makes a stream valid UTF-8 piece by piece, each of whole characters. Holding back from a leading byte on is always right,
 * because it never belongs to the bytes before it.
 */
export class Utf8Repair {
  private carry: Uint8Array = nothing;
  private repaired = false;

  /** Whether any invalid bytes were replaced so far. */
  get hasRepaired(): boolean {
    return this.repaired;
  }

  /** Whether no character is incomplete. */
  get isIdle(): boolean {
    return this.carry.length === 0;
  }

  /** A copy in the same state. */
  copy(): Utf8Repair {
    const copy = new Utf8Repair();
    copy.carry = this.carry;
    copy.repaired = this.repaired;
    return copy;
  }

  /** The valid text of `bytes`: the same array if nothing had to change. `hasHigh` as found by `scanBytes`. */
  push(bytes: Uint8Array, hasHigh: boolean): Uint8Array {
    if (!hasHigh && this.carry.length === 0) return bytes;
    const joined = this.carry.length === 0 ? bytes : join(this.carry, bytes);
    const end = joined.length - openCharacter(joined);
    this.carry = end === joined.length ? nothing : joined.slice(end);
    const whole = end === joined.length ? joined : joined.subarray(0, end);
    return isUtf8(whole) ? whole : this.repair(whole);
  }

  /** The bytes held back, repaired because they will never be completed. */
  end(): Uint8Array {
    const rest = this.carry;
    this.carry = nothing;
    return rest.length === 0 ? rest : this.repair(rest);
  }

  private repair(bytes: Uint8Array): Uint8Array {
    this.repaired = true;
    return encodeText(decodeText(bytes));
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
