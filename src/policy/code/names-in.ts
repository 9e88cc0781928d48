import type { CodeToken } from './tokens.ts';

const mostOuter = 4096;

/** All that may be the name of a variable of the environment. */
export function namesIn(tokens: readonly CodeToken[]): readonly string[] {
  const names = new Set<string>();
  for (const { text, raw = text } of tokens)
    for (const [name] of raw.matchAll(/[A-Za-z_]\w{0,63}/g)) if (names.size < mostOuter) names.add(name);
  return [...names];
}
