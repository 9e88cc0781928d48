import type { ParsedScript, SyntaxNode } from 'unbash';

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

/** Most milliseconds the parser may take. */
const mostMilliseconds = 50;
const keptTexts = 64;

const kept = new Map<string, Parsed>();

function parseFresh(text: string, parser: Parser): Parsed {
  const start = performance.now();
  try {
    const script = parser.parse(text);
    if (script.errors !== undefined && script.errors.length > 0) {
      return { script, problem: `it cannot be parsed: ${script.errors[0]?.message ?? 'syntax error'}` };
    }
    const slow = performance.now() - start > mostMilliseconds;
    return { script, problem: slow ? 'it takes too long to parse' : null };
  } catch {
    return { script: null, problem: 'it cannot be parsed' };
  }
}

let loaded: Parser | null = null;

/** Loads the parser once. */
export async function loadParser(): Promise<Parser> {
  loaded ??= await import('unbash');
  return loaded;
}

/** Parses a script; the last texts are kept, because a call is judged again right before it runs. */
export function parseScript(text: string, parser: Parser): Parsed {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const parsed = parseFresh(text, parser);
  if (kept.size >= keptTexts) {
    const oldest = kept.keys().next().value;
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.set(text, parsed);
  return parsed;
}
