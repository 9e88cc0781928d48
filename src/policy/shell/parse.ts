import type { ParsedScript, SyntaxNode } from 'unbash';
import { Kept } from '../kept.ts';

/** The parser, loaded on first use: an unguarded `security: full` never needs it. */
export interface Parser {
  readonly parse: (source: string) => ParsedScript;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
}

/** A parsed script, or the reason for none. With a problem there may still be a tree, in which dangers are found. */
export interface Parsed {
  readonly script: ParsedScript | null;
  readonly problem: string | null;
}

/** Most milliseconds of CPU time for parsing. */
const mostMilliseconds = 50;

const kept = new Kept<Parsed>(64, 4096);

function parseFresh(text: string, parser: Parser): Parsed {
  try {
    const script = parser.parse(text);
    const error = script.errors?.[0];
    return { script, problem: error === undefined ? null : `it cannot be parsed: ${error.message}` };
  } catch {
    return { script: null, problem: 'it cannot be parsed' };
  }
}

/** The CPU time of this process in milliseconds: load on the machine must not change a judgement. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Parses within the budget. A slow parse may be due to the machine, or to the parser's first text, so then CPU time counts. */
function parseTimed(text: string, parser: Parser): Parsed {
  const startedAt = performance.now();
  const first = parseFresh(text, parser);
  if (performance.now() - startedAt <= mostMilliseconds) return first;
  const start = computed();
  const parsed = parseFresh(text, parser);
  if (computed() - start <= mostMilliseconds) return parsed;
  return { script: parsed.script, problem: 'it takes too long to parse' };
}

let loaded: Parser | null = null;

/** Loads the parser once. */
export async function loadParser(): Promise<Parser> {
  loaded ??= await import('unbash');
  return loaded;
}

/** Parses a script; the latest texts are cached. */
export function parseScript(text: string, parser: Parser): Parsed {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const parsed = parseTimed(text, parser);
  if (parsed.problem === null) kept.keep(text, parsed);
  return parsed;
}
