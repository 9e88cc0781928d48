import { isDeepStrictEqual } from 'node:util';
import type { Tighten } from '../../src/config/option.ts';

/** Whether `value` is at least as strict as `base`, told from the meaning of each direction alone. */
export function isAsStrict(tighten: Tighten, value: unknown, base: unknown): boolean {
  const list = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);
  const has = (all: unknown, one: unknown): boolean =>
    list(all).some((other) => isDeepStrictEqual(other, one));
  switch (tighten.by) {
    case 'lower': {
      const limit = (given: unknown): number =>
        given === tighten.unlimited ? Number.MAX_VALUE : Number(given);
      return limit(value) <= limit(base);
    }
    case 'rank':
      return tighten.order.indexOf(String(value)) <= tighten.order.indexOf(String(base));
    case 'on':
      return value === true || base === false;
    case 'off':
      return value === false || base === true;
    case 'append':
      return list(base).every((one) => has(value, one));
    case 'subset':
      return list(value).every((one) => has(base, one));
    case 'strict-rules':
      return list(value).every((one) => has(base, one) || !Object.hasOwn(Object(one), 'allow'));
    case 'never':
      return isDeepStrictEqual(value, base);
  }
}
