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

/** Parses within the budget. Slow once can be the machine, or the parser on its first text: then its computing time counts. */
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

/** Parses a script; the last texts are kept. */
export function parseScript(text: string, parser: Parser): Parsed {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const parsed = parseTimed(text, parser);
  if (parsed.problem === null) kept.keep(text, parsed);
  return parsed;
}
