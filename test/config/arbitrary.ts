import fc from 'fast-check';
import { listOptions, type Option } from '../../src/config/options.ts';

const word = fc.constantFrom('a', 'b', 'c', '/d', 'e/**');
const plain = { noNullPrototype: true };
const action = fc.constantFrom('allow', 'ask', 'deny');
const rule = fc
  .record({ action, pattern: word })
  .map(({ action: name, pattern }) => ({ tool: 'shell', [name]: pattern }));

/** Values with a grammar of their own, by key. */
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  rules: fc.array(rule, { maxLength: 3 }),
  host: fc.constantFrom('local', 'gateway', 'sandbox'),
  hosts: fc.dictionary(fc.constantFrom('n1', 'n2'), fc.constant({ command: ['ssh', 'n'] }), plain),
  'shell.env.set': fc.dictionary(fc.constantFrom('A', 'B'), word, plain),
  'summarize.tools': fc.dictionary(
    fc.constantFrom('shell', 'grep'),
    fc.record({ tokenBudget: fc.nat().map((n) => (n % 99) + 1) }, plain),
    plain,
  ),
  'media.capabilities': fc.subarray(['image', 'video']),
  locked: fc.constant([]),
};

/** A valid value of an option, near the ends of its range and in it. */
export function anyValueOf(option: Option): fc.Arbitrary<unknown> {
  const value = special[option.key] ?? byKind(option);
  return option.nullable ? fc.option(value, { nil: null }) : value;
}

function byKind({ kind, wanted }: Option): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'switch':
      return fc.boolean();
    case 'number': {
      const [min = 0, max = 0] = (wanted.match(/\d+/g) ?? []).map(Number);
      return fc.oneof(
        fc.constantFrom(min, max),
        fc.integer({ min, max: Math.min(max, min + 400) }),
        fc.integer({ min, max }),
      );
    }
    case 'choice':
      return fc.constantFrom(...(wanted.match(/"([^"]+)"/g) ?? []).map((quoted) => quoted.slice(1, -1)));
    case 'list':
      return fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
    default:
      return word;
  }
}

/** What a layer may say: some options, each with a valid value, by dotted key. */
export const layerValues: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  Object.fromEntries(listOptions().map((option) => [option.key, anyValueOf(option)])),
  { requiredKeys: [] },
);

/** Values by dotted key as a config file has them. */
export function nested(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let node: object = root;
    for (const name of path) {
      const inner: unknown = Reflect.get(node, name);
      const next = typeof inner === 'object' && inner !== null ? inner : {};
      Reflect.set(node, name, next);
      node = next;
    }
    Reflect.set(node, last, value);
  }
  return root;
}

/** The value of a dotted key. */
export function at(root: unknown, key: string): unknown {
  let node = root;
  for (const name of key.split('.'))
    node = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
  return node;
}
