import { basename, dirname, join } from 'node:path';
import type { DoubleQuotedChild, ParameterExpansionPart, Word, WordPart } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import { type Candidate, unknownPart } from '../pattern.ts';
import { braceChoices } from './pieces.ts';
import { echoedText, printedText } from './printed.ts';

/** Stands for a folder that only the run knows. */
const unknownFolder = '…';

const currentFolder = /^(?:\$\(|`)\s*pwd(?:\s+-[LP])?\s*(?:\)|`)$/;

function withoutSlash(value: Candidate): Candidate {
  return value?.replace(/\/$/, '') ?? null;
}

/** The home that `~name` means, as far as the own one (`home`) tells: others lie beside it. */
function homeOf(name: string, home: string): string {
  if (name === basename(home)) return home;
  return name === 'root' ? '/root' : join(dirname(home), name);
}

/** Whether a word says where the shell was before: `$OLDPWD`, `~-`. */
export function namesPrevious({ text }: Word): boolean {
  return /\$\{?OLDPWD\b|^~-(?=\/|$)/.test(text);
}

/** Reads words for what they may name, the variables that are known in place. */
export class SeenWords {
  readonly #variables: Map<string, string | null>;
  readonly #home: string;
  /** Behind a tilde, what names that folder. */
  readonly #mark: '+' | '-';

  /** `here` is the variable that stands for the folder which relative paths are read from. */
  constructor({ home, named = {} }: NamedFolders, here: 'PWD' | 'OLDPWD') {
    this.#home = home;
    this.#mark = here === 'PWD' ? '+' : '-';
    // It is wherever the trail leads, so it reads as the relative path it stands for.
    this.#variables = new Map([...Object.entries(named), ['HOME', home], [here, '.']]);
  }

  /** Notes a value; a variable that is given another one, too, holds what only the run knows. */
  note(name: string, value: Candidate): void {
    const known = this.#variables.get(name);
    this.#variables.set(name, known === undefined || known === value ? value : null);
  }

  #variable(name: string): Candidate {
    return this.#variables.get(name) ?? null;
  }

  /** What `${…}` stands for: of a variable nothing is known of, what is given for that case. */
  #expanded({ parameter, operation }: ParameterExpansionPart): Candidate {
    const value = this.#variable(parameter);
    if (operation === undefined) return value;
    if (operation.type === 'Remove') return operation.operand.text === '/' ? withoutSlash(value) : null;
    if (operation.type !== 'Default' || operation.operator.endsWith('+')) return null;
    const { parts, value: given } = operation.operand;
    const isStop = operation.operator.endsWith('?');
    return value ?? (isStop ? null : parts === undefined ? given : this.#joined(parts));
  }

  #partText(part: WordPart | DoubleQuotedChild, isQuoted = false): Candidate {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'Glob':
        return part.value;
      case 'DoubleQuoted':
      case 'LocaleString':
        return this.#joined(part.parts, true);
      case 'CommandExpansion':
        if (currentFolder.test(part.text)) return this.#variable('PWD');
        return (isQuoted ? printedText(part) : null) ?? echoedText(part);
      case 'ProcessSubstitution':
        return part.text;
      case 'SimpleExpansion':
        return this.#variable(part.text.slice(1));
      case 'ParameterExpansion':
        return part.prefix === undefined && part.index === undefined ? this.#expanded(part) : null;
      case 'BraceExpansion':
      case 'ExtendedGlob':
        return part.text;
      default:
        return null;
    }
  }

  #joined(parts: readonly (WordPart | DoubleQuotedChild)[], isQuoted = false): Candidate {
    let text = '';
    for (const part of parts) {
      const piece = this.#partText(part, isQuoted);
      if (piece === null) return null;
      text += piece;
    }
    return text;
  }

  /** A text with blanks of which only the run knows a part, with a variable for that part; null for every other word. */
  draft(word: Word): Candidate {
    if (word.parts === undefined || this.#joined(word.parts) !== null) return null;
    const parts = word.parts.flatMap((part): readonly (WordPart | DoubleQuotedChild)[] =>
      part.type === 'DoubleQuoted' ? part.parts : [part],
    );
    const text = parts.map((part) => this.#partText(part, true) ?? unknownPart).join('');
    return /\s/.test(text) ? text : null;
  }

  /** A path whose folder only the run knows, by its last name; null where not even that is told. */
  #lastName(parts: readonly (WordPart | DoubleQuotedChild)[]): Candidate {
    const flat: (WordPart | DoubleQuotedChild)[] = [];
    for (const part of parts) flat.push(...(part.type === 'DoubleQuoted' ? part.parts : [part]));
    const unknown = flat.findLastIndex((part) => this.#partText(part) === null);
    const name = /.*\/([^/]+)$/s.exec(this.#joined(flat.slice(unknown + 1)) ?? '')?.[1];
    return name === undefined ? null : `${unknownFolder}/${name}`;
  }

  /** A word as text, `~` and the variables that are known in place; braces and `$IFS` may make several. */
  texts(word: Word): readonly Candidate[] {
    if (word.parts === undefined) return [this.#tilde(word.text, word.value)];
    if (/\$\{?IFS\b/.test(word.text)) {
      return word.text
        .split(/\$\{?IFS\}?/)
        .filter((text) => text !== '')
        .map((text) => text.replace(/['"\\]/g, ''));
    }
    const braces = word.parts.findIndex((part) => part.type === 'BraceExpansion');
    if (braces === -1)
      return [this.#tilde(word.text, this.#joined(word.parts) ?? this.#lastName(word.parts))];
    const head = this.#joined(word.parts.slice(0, braces));
    const tail = this.#joined(word.parts.slice(braces + 1));
    try {
      return braceChoices(word.parts[braces]?.text ?? '').map((text) =>
        head === null || tail === null ? null : this.#tilde(word.text, head + text + tail),
      );
    } catch {
      return [null];
    }
  }

  #tilde(source: string, text: Candidate): Candidate {
    const [prefix = '', name] = /^~([A-Za-z_][\w.-]*|[-+])?(?=\/|$)/.exec(source) ?? [];
    if (text === null || prefix === '') return text;
    if (name === '+' || name === '-') return name === this.#mark ? `.${text.slice(2)}` : null;
    const folder = name === undefined ? (this.#variables.get('HOME') ?? null) : homeOf(name, this.#home);
    return folder === null ? text : folder + text.slice(prefix.length);
  }
}
