import type { BunPlugin } from 'bun';

/** The examples of a profile, which tests alone read, as the formatter lays them out: on one line, or with a line of its own for each. */
const examples = /^( +)(?:allow|notAllow): \[(?:[^\n]*\]|\n[\s\S]*?^\1\]),\n/gm;

/** The source of profiles without their examples. */
export function withoutExamples(source: string): string {
  return source.replace(examples, '');
}

/** Leaves the examples of the profiles out of the program: 50 KB of texts that every judgement would make anew. */
export const leanProfiles: BunPlugin = {
  name: 'lean-profiles',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]policy[\\/]profiles[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: withoutExamples(await Bun.file(path).text()),
      loader: 'ts',
    }));
  },
};
