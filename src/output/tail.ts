import { countChars } from '../core/text/utf8.ts';
import { tailStart } from './edges.ts';
import { Ring } from './ring.ts';

export interface TailLimits {
  /** Characters that may follow the head before something must be omitted. */
  readonly room: number;
  /** Characters and lines shown once something is omitted. */
  readonly chars: number;
  readonly lines: number;
}

/** Holds the end of a stream: everything while it might still fit, then only what a tail can show. */
export class Tail {
  chars = 0;
  private readonly limits: TailLimits;
  private readonly ring: Ring;

  constructor(limits: TailLimits) {
    this.limits = limits;
    this.ring = new Ring(Math.max(limits.room, limits.chars) * 4 + 4);
  }

  /** Takes the next bytes; `isAscii` if they are known to be one character each. */
  push(bytes: Uint8Array, isAscii: boolean): void {
    if (this.chars <= this.limits.room) this.chars += isAscii ? bytes.length : countChars(bytes);
    if (this.chars <= this.limits.room) {
      this.ring.push(bytes);
      return;
    }
    // One byte more than the tail, to know whether a line starts there.
    const need = this.limits.chars * (isAscii ? 1 : 4) + 1;
    if (bytes.length <= need) this.ring.push(bytes);
    else {
      // Held bytes are no longer adjacent to these: where no byte starts a character, the tail would reach into them.
      this.ring.clear();
      this.ring.push(bytes.subarray(bytes.length - need));
    }
  }

  /** Whether everything pushed is held. */
  get isWhole(): boolean {
    return this.chars <= this.limits.room && !this.ring.dropped;
  }

  /** Everything that is held. */
  contents(): Uint8Array {
    return this.ring.contents();
  }

  /** The tail: the last characters and lines within the limits. */
  shown(): Uint8Array {
    const held = this.ring.contents();
    return held.subarray(tailStart(held, this.limits.chars, this.limits.lines));
  }
}
