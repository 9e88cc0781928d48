import type { ParsedScript, SyntaxNode } from 'unbash';
import { Kept } from '../kept.ts';

/** The parser, loaded on first use: an unguarded `security: full` never needs it. */
export interface Parser {
  readonly parse: (source: string) => ParsedScript;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
}

/** A script as parsed, or the reason there is none. A tree may come with a problem: it still shows dangers. */
export interface Parsed {
  readonly script: ParsedScript | null;
  readonly problem: string | null;
}

/** Most milliseconds of the processor that the parser may take. */
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

/** Milliseconds that this process has computed: the waiting of a machine under load must not change what is said of a text. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Parses within the budget. The first time also compiles and collects, so only a text that is slow twice is refused. */
function parseTimed(text: string, parser: Parser): Parsed {
  for (let attempt = 0; ; attempt += 1) {
    const [start, startedAt] = [computed(), performance.now()];
    const parsed = parseFresh(text, parser);
    const taken = Math.min(performance.now() - startedAt, computed() - start);
    if (taken <= mostMilliseconds) return parsed;
    if (attempt > 0) return { script: parsed.script, problem: 'it takes too long to parse' };
  }
}

let loaded: Parser | null = null;

/** Loads the parser once. */
export async function loadParser(): Promise<Parser> {
  loaded ??= await import('unbash');
  return loaded;
}

/** Parses a script; the last texts are kept. */
export function parseScript(text: string, parser: Parser): Parsed {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const parsed = parseTimed(text, parser);
  if (parsed.problem === null) kept.keep(text, parsed);
  return parsed;
}
