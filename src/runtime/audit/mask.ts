import { lazy } from '../../core/async/lazy.ts';
import { isSecretName } from '../../core/environment.ts';
import { isObject } from '../../core/record.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import { sha256 } from '../../platform/files/sha256.ts';
import type { AuditEntry } from './entry.ts';
import { hidden, hideInArgv, hideInCommand } from './hide-arguments.ts';
import { namesSecret } from './secret-name.ts';

/** Most characters shown of a text, searched in a text, and of the whole input as JSON. */
const longestText = 2000;
const searchedText = 8000;
const longestInput = 16_384;
const deepest = 6;

/** Fields with written or typed text: only size and hash are recorded, as the text may be anything. */
const payloads: ReadonlySet<string> = new Set([
  'content',
  'stdin',
  'data',
  'old',
  'new',
  'literal',
  'hex',
  'keys',
  'text',
]);

/** The value as one shell word, if quoted in one way; also `$'x'`. */
const value = `(\\$?"(?:[^"\\\\]|\\\\.)*"|\\$?'[^']*'|(?:\\\\.|[^\\s"';&|\\\\])+)`;
const assigned = /\b([A-Za-z_][A-Za-z0-9_]*)=/g;
const secretWord =
  'passw(?:or)?d|passphrase|(?:store|key|(?<=--))pass(?![\\w-])|token|secret|api-?key|credential';
const holdsSecretWord = new RegExp(secretWord, 'i');
/** Options whose value is `name:password`. */
const userOption = /^(-u|--user|--proxy-user)$/;
/** The start of a word that is a header, whose value reaches to the end of the word. */
const wholeHeader =
  /^(?:-H|--(?:proxy-)?header=)?(?:(?:set-)?cookie:\s*|(?:proxy-)?authorization:\s*(?:[\w-]+\s+)?)/i;
/** Patterns of secrets, compiled for the first text that may have one. */
const shapes = lazy((): readonly (readonly [RegExp, string])[] => [
  // An option. Matching starts at a word and looks for the secret name once: from every dash, it would take quadratic
  // time.
  [
    new RegExp(
      `(?<![\\w-])(?=\\w*-[\\w-]*?(?:${secretWord}))(\\w*-[\\w-]*=|-[\\w-]*[ \\t]+(?:<<<[ \\t]*)?)${value}`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  [/(["'])((?:set-)?cookie:[ \t]*)[^"'\s](?:(?!\1)[^\n])*/gi, `$1$2${hidden}`],
  // A header, or a key in JSON or YAML, with a secret name: `X-Api-Key: x`, `{"password":"x"}`.
  [
    new RegExp(
      `(?<![\\w-])(?=[\\w-]*(?:${secretWord}|cookie))([\\w-]+["']?:[ \\t]*)("[^"]*"|'[^']*'|[^\\s"',;}]+)`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  [/(:\/\/)[\w-]{16,}@/g, `$1${hidden}@`],
  [
    /((?<![\w-])(?:-u|--user|--proxy-user)(?:=|[ \t]*)[^\s:"'=/]{1,64}:)(?!\d+(?:\s|$))[^\s"']+/g,
    `$1${hidden}`,
  ],
  [/((?<![\w-])(?:-u|--user|--proxy-user)(?:=|[ \t]*)(["'])[^\s:"'=/]{1,64}:)[^"']+/g, `$1${hidden}`],
  [/([a-z0-9+.-]:\/\/[^\s/:@"']*):[^\s/@"']+@/gi, `$1:${hidden}@`],
  [/(["'])((?:proxy-)?authorization:[ \t]*(?:[\w-]+[ \t]+)?)[^"'\s](?:(?!\1)[^\n])*/gi, `$1$2${hidden}`],
  [
    /\b((?:proxy-)?authorization["']?\s*[:=]\s*(?:["'](?:bearer|basic|token|digest)?\s*|(?:bearer|basic|token|digest)\s*)?)(?![\w-]+[ \t]+\(hidden\))[^\s"']+/gi,
    `$1${hidden}`,
  ],
  [/\b(bearer\s+)[\w.~+/-]{8,}=*/gi, `$1${hidden}`],
  [
    /\b(gh[pousr]_|github_pat_|glpat-|pypi-|sk-|[rs]k_(?:live|test)_|whsec_|xox[abeoprs]-|xapp-|AKIA|ASIA|AIza|ya29\.|do[opr]_v1_|dckr_pat_|shp(?:at|ss)_|tskey-|AGE-SECRET-KEY-)[\w-]{12,}/g,
    `$1${hidden}`,
  ],
  [/\b(npm_|hf_|gsk_)[A-Za-z0-9]{20,}/g, `$1${hidden}`],
  [/\b(SG\.)[\w-]{16,}\.[\w-]{16,}/g, `$1${hidden}`],
  [/(hooks\.slack\.com\/services\/)[\w/]+/g, `$1${hidden}`],
  [/(?<![\w-])(?=[\w-]+\.[\w-]{8,}\.)([\w-]*?)\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, `$1${hidden}`],
  [/(\bmachine\s+\S+\s+login\s+\S+\s+password\s+)[^\s"']+/gi, `$1${hidden}`],
  [/(\bidentified\s+by\s+|\b(?:user|role)\s[^;\n]{0,80}?\bpassword\s+)'[^']*'/gi, `$1${hidden}`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
]);

/** A text without a match has none of the above; this spares most calls the rest. */
const telling =
  /[=@]|pass|secret|token|key|cred|auth|bearer|cookie|identified|-u|--user|slack|gh[pousr]_|github_pat|glpat|npm_|pypi|sk-|[rs]k_|whsec|xox|xapp|AKIA|ASIA|AIza|ya29|do[opr]_v1|dckr|shp|hf_|gsk_|SG\.|eyJ/i;

/** Whether an argument is an option like `--token`. */
function isSecretOption(word: string): boolean {
  return /^--?[\w-]+$/.test(word) && holdsSecretWord.test(word);
}

function described(text: string): string {
  return `(${text.length} characters, SHA-256 ${sha256(text)})`;
}

/** Masks what must not be in the audit trail. */
export class Masker {
  readonly #secrets: readonly string[];
  /** Masked inputs of running calls, as an input may be masked while its command runs. */
  readonly #inputs = new WeakMap<object, unknown>();

  /** Masks the values of variables in `env` with secret names wherever they occur. */
  constructor(env: Readonly<Record<string, string>>) {
    this.#secrets = Object.entries(env).flatMap(([name, text]) =>
      text.length >= 8 && isSecretName(name) ? [text] : [],
    );
  }

  /** An entry as it is written. */
  entry(entry: AuditEntry): AuditEntry {
    const { reason, rule, client, tool } = entry;
    return {
      ...entry,
      client: this.text(client),
      tool: this.text(tool),
      input: this.input(entry.input),
      reason: reason === null ? null : this.text(reason),
      rule: rule === null ? null : { ...rule, text: this.text(rule.text) },
    };
  }

  /** An input with secrets masked, payloads described and its size bounded. */
  input(input: unknown): unknown {
    if (!isObject(input)) return this.#bounded(input);
    const known = this.#inputs.get(input) ?? this.#bounded(input);
    this.#inputs.set(input, known);
    return known;
  }

  #bounded(input: unknown): unknown {
    const masked = this.#value(input, 0);
    const json = JSON.stringify(masked) ?? '';
    return json.length > longestInput ? described(json) : masked;
  }

  #value(node: unknown, depth: number): unknown {
    if (typeof node === 'string') return this.text(node);
    if (!isObject(node)) return node;
    if (depth >= deepest) return '(deeper)';
    if (Array.isArray(node)) return this.#list(node, depth);
    return Object.fromEntries(
      Object.entries(node).map(([key, field]) => [key, this.#field(key, field, depth)]),
    );
  }

  #field(key: string, field: unknown, depth: number): unknown {
    if (namesSecret(key)) return hidden;
    if (!payloads.has(key) || field === null || typeof field === 'boolean')
      return this.#value(field, depth + 1);
    return described(typeof field === 'string' ? field : JSON.stringify(field));
  }

  /** Also masks the argument after an option like `--token`. */
  #list(words: readonly unknown[], depth: number): readonly unknown[] {
    const shown = words.every((word) => typeof word === 'string') ? hideInArgv(words) : words;
    return shown.map((word, index) => {
      const before = words[index - 1];
      if (typeof word !== 'string' || typeof before !== 'string') return this.#value(word, depth + 1);
      if (isSecretOption(before)) return hidden;
      const header = wholeHeader.exec(word)?.[0];
      if (header !== undefined) return header + hidden;
      const name = userOption.test(before) ? /^[^:/]{1,64}:(?!\d*$)/.exec(word)?.[0] : undefined;
      return name === undefined ? this.#value(word, depth + 1) : this.text(name) + hidden;
    });
  }

  /** A text with apparent secrets masked, cut if it is long. */
  text(text: string): string {
    let shown = firstCharacters(text, searchedText);
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, hidden);
    shown = hideInCommand(shown);
    if (telling.test(shown)) shown = hideShapes(shown);
    if (text.length <= searchedText && shown.length <= longestText) return shown;
    return `${firstCharacters(shown, longestText)}… ${described(text)}`;
  }
}

/** Masks assignments to secret names, also inside the value of another: `--env=API_KEY=x`. */
function hideAssigned(text: string): string {
  const valueHere = new RegExp(value, 'y');
  let [shown, from] = ['', 0];
  for (const { 0: whole, 1: name = '', index } of text.matchAll(assigned)) {
    const start = index + whole.length;
    valueHere.lastIndex = start;
    if (index < from || !namesSecret(name) || !valueHere.test(text)) continue;
    shown += text.slice(from, start) + hidden;
    from = valueHere.lastIndex;
  }
  return shown + text.slice(from);
}

function hideShapes(text: string): string {
  let shown = hideAssigned(text);
  for (const [shape, replacement] of shapes()) shown = shown.replace(shape, replacement);
  return shown;
}
