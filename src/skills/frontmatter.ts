import { messageOf } from '../core/failure.ts';
import { firstCharacters } from '../core/text/cut-text.ts';
import { type Diagnostic, mostFrontmatterBytes } from './skill.ts';

/** The parts of a SKILL.md; `problem` says why its frontmatter is not usable. */
export interface Frontmatter {
  readonly fields: ReadonlyMap<string, Field>;
  readonly body: string;
  readonly problem: Diagnostic | null;
  /** Problems that were repaired. */
  readonly repaired: readonly Diagnostic[];
}

/** A top-level value and the line of its key, from 1. */
export interface Field {
  readonly value: unknown;
  readonly line: number;
}

interface Parts {
  readonly yaml: string;
  readonly body: string;
}

const nothing: ReadonlyMap<string, Field> = new Map();

function refused(line: number, problem: string, body: string): Frontmatter {
  return { fields: nothing, body, problem: { line, problem }, repaired: [] };
}

/** Splits at the `---` lines; accepts a byte order mark and CRLF. */
function split(text: string): Parts | Diagnostic {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (!/^---\s*$/.test(lines[0] ?? '')) {
    return { line: 1, problem: 'does not begin with frontmatter: "---" must be the first line' };
  }
  const end = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  if (end === -1) return { line: 1, problem: 'has frontmatter that is not closed by a line "---"' };
  const yaml = lines.slice(1, end).join('\n');
  if (Buffer.byteLength(yaml) > mostFrontmatterBytes) {
    return { line: 1, problem: `has frontmatter of more than ${mostFrontmatterBytes} bytes` };
  }
  return {
    yaml,
    body: lines
      .slice(end + 1)
      .join('\n')
      .replace(/^\n+/, ''),
  };
}

/**
 * The frontmatter and the body of a SKILL.md. A value with a colon that YAML requires quotes for is quoted, and noted in `repaired`;
 * anything else that is no YAML mapping is a problem. Aliases are rejected: they can grow without bounds. Never throws.
 */
export async function readFrontmatter(text: string): Promise<Frontmatter> {
  const parts = split(text);
  if ('problem' in parts) return refused(parts.line, parts.problem, '');
  const first = await parseYaml(parts.yaml);
  if (!('problem' in first)) return { fields: first, body: parts.body, problem: null, repaired: [] };
  const { quoted, changed } = quoteColons(parts.yaml);
  if (changed.length === 0) return refused(first.line, first.problem, parts.body);
  const second = await parseYaml(quoted);
  if ('problem' in second) return refused(first.line, first.problem, parts.body);
  const repaired = changed.map((line) => ({ line, problem: 'has a value with ": " that must be quoted' }));
  return { fields: second, body: parts.body, problem: null, repaired };
}

async function parseYaml(yaml: string): Promise<ReadonlyMap<string, Field> | Diagnostic> {
  const { LineCounter, isMap, isScalar, parseDocument } = await import('yaml');
  const counter = new LineCounter();
  /** The line in the file: the frontmatter starts on its second. */
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1;
  try {
    const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false, schema: 'core' });
    const [error] = document.errors;
    if (error !== undefined) {
      return { line: lineAt(error.pos[0]), problem: `is not YAML: ${firstLine(error.message)}` };
    }
    if (document.contents === null) return new Map();
    if (!isMap(document.contents)) return { line: 2, problem: 'has frontmatter that is no mapping' };
    const fields = new Map<string, Field>();
    for (const { key, value } of document.contents.items) {
      const name = isScalar(key) ? String(key.value) : String(key);
      const line = isScalar(key) ? lineAt(key.range?.[0] ?? 0) : 2;
      const plain: unknown = value === null ? null : value.toJS(document, { maxAliasCount: 0 });
      fields.set(name, { value: plain, line });
    }
    return fields;
  } catch (error) {
    return { line: 2, problem: `is not YAML: ${firstLine(messageOf(error))}` };
  }
}

function firstLine(message: string): string {
  return firstCharacters(message.split('\n')[0] ?? '', 200);
}

/** The text with top-level values like in `key: some: text` quoted, and the changed lines of the file. */
function quoteColons(yaml: string): { readonly quoted: string; readonly changed: readonly number[] } {
  const changed: number[] = [];
  const quoted = yaml.split('\n').map((line, index) => {
    const [, key, value] = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[{|>&*!%@`#].*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined || !/:(?:\s|$)/.test(value)) return line;
    changed.push(index + 2);
    return `${key}: ${JSON.stringify(value.trimEnd())}`;
  });
  return { quoted: quoted.join('\n'), changed };
}
