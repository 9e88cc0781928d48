import { readFileSync } from 'node:fs';
import { randomFrom } from '../test/helpers/canary.ts';

/** Pieces of each kind: words, separators, lines of here-documents. */
const pieces: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('../test/fixtures/policy/shell-grammar.json', import.meta.url), 'utf8'),
);

function piecesOf(kind: string): readonly string[] {
  return pieces[kind] ?? [];
}

/** Texts by the grammar of a shell: mostly what is understood, now and then anything else. */
export class ShellGrammar {
  readonly #random: () => number;
  /** Here-documents that begin on the next line. */
  #waiting: string[] = [];
  #left = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #chance(part: number): boolean {
    return this.#random() < part;
  }

  #pick(from: readonly string[]): string {
    return from[this.#below(from.length)] ?? '';
  }

  #of(kind: string): string {
    return this.#pick(piecesOf(kind));
  }

  #blank(): string {
    return this.#of('blanks');
  }

  /** Text as it is, or with some of it quoted. */
  #spelled(text: string): string {
    if (text === '' || !this.#chance(0.3)) return text;
    const at = this.#below(text.length);
    const end = at + 1 + this.#below(text.length - at);
    const [before, some, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
    const code = () => `\\x${some.charCodeAt(0).toString(16).padStart(2, '0')}${some.slice(1)}`;
    switch (this.#below(9)) {
      case 0:
        return `${before}'${some}'${after}`;
      case 1:
        return `${before}"${some}"${after}`;
      case 2:
        return `${before}\\${some}${after}`;
      case 3:
        return `${before}$'${code()}'${after}`;
      case 4:
        return `${before}''${some}${after}`;
      case 5:
        return `${before}""${some}${after}`;
      case 6:
        return `${before}${this.#chance(0.2) ? '\\\n' : ''}${some}${after}`;
      case 7:
        return `${before}$"${some}"${after}`;
      default:
        return `${before}{${some},${this.#pick(['', 'a'])}}${after}`;
    }
  }

  #substitution(): string {
    const inner = this.#nested(() => this.#list());
    switch (this.#below(8)) {
      case 0:
        return `\`${inner.replace(/[`\\]/g, '\\$&')}\``;
      case 1:
        return `$( ${inner} )`;
      case 2:
        return `$((${inner}) )`;
      case 3:
        return this.#chance(0.3) ? `<(${inner})` : `$(${inner}\n)`;
      case 4:
        return this.#chance(0.3) ? `\${ ${inner}; }` : `$(${inner} #)\n)`;
      default:
        return `$(${inner})`;
    }
  }

  /** A list with here-documents of its own. */
  #nested(make: () => string): string {
    const outer = this.#waiting;
    this.#waiting = [];
    const text = make() + this.#documents();
    this.#waiting = outer;
    return text;
  }

  #piece(): string {
    switch (this.#below(16)) {
      case 0:
        return this.#of('braces');
      case 1:
        return this.#of('wild');
      case 2:
        return this.#of('expansions');
      case 3:
        return `"${this.#chance(0.6) ? this.#of('expansions') : this.#piece().replace(/"/g, '')}"`;
      case 4:
        return this.#left > 0 ? this.#substitution() : 'a';
      case 5:
        return this.#left > 0 ? `"a${this.#substitution()}"` : 'b';
      case 6:
        return `'${this.#pick(['$(cn2)', '`', '"', 'a b', '', '#', '\\', '\n', '{a,b}'])}'`;
      case 7:
        return `"${this.#pick(["'", '\\"', '\\\\', '\\$x', '#', '', '\\`', '!', '\\\n', '<(cn2)', '*', '~', '{a,b}', '\\a'])}"`;
      case 8:
        return `$'${this.#pick(["\\'", '\\n', '\\x41', '\\101', '\\\\', '\\u41', '\\cB', '$(cn2)', '\\0', '\\e', '\\"', '\\x27'])}'`;
      case 9:
        return `\\${this.#pick(['a', '$', '`', ' ', '\n', '\\', '#', '"', "'", '(', '{', '*', '~', '!', '=', ';', '&'])}`;
      case 10:
        return this.#of('odd');
      default:
        return this.#pick(['a', 'b', 'x', 'f', '-a', '--b', 'a/b', 'c.d', '1', 'é', '@', 'a:b', 'E', '%']);
    }
  }

  #word(): string {
    if (this.#chance(0.12)) return this.#of('reserved');
    let text = this.#piece();
    while (this.#chance(0.25)) text += this.#piece();
    return text;
  }

  #redirect(): string {
    switch (this.#below(10)) {
      case 0:
        return this.#pick([
          '2>&1',
          '>&2',
          '1>&2',
          '>/dev/null',
          '2>/dev/null',
          '&>/dev/null',
          '>&-',
          '<&0',
          '2>&1-',
          '3>&1',
          '>& 2',
          "2>&'1'",
        ]);
      case 1:
        return `${this.#pick(['', '0', '1'])}<${this.#pick(['', ' '])}${this.#of('files')}`;
      case 2:
        return this.#document();
      case 3:
        return this.#chance(0.5) ? `<<<${this.#word()}` : this.#document();
      case 4:
        return this.#pick([
          '{x}>o',
          '{x}<f',
          '<>f',
          '12>o',
          '>|o',
          '&>o',
          '&>>o',
          '>&o',
          '>>o',
          '>{a,}',
          '>$x',
          '>"$x"',
          '>*',
          '> "o o"',
          '2\\>o',
        ]);
      default:
        return `${this.#pick(['', '', '2', '1'])}${this.#pick(['>', '>', '>>'])}${this.#pick(['', ' ', ' '])}${this.#of('files')}`;
    }
  }

  #document(): string {
    const delimiter = this.#pick(
      this.#chance(0.7) ? piecesOf('delimiters').slice(0, 4) : piecesOf('delimiters'),
    );
    const isTabbed = this.#chance(0.3);
    const lines: string[] = [];
    while (this.#chance(0.6)) lines.push(this.#of('bodies'));
    const end = this.#chance(0.9) ? delimiter.replace(/\$'|['"\\]/g, '') : this.#of('bodies');
    const text = [...lines, end]
      .map((line) => (isTabbed && this.#chance(0.6) ? `\t${line}` : line))
      .join('\n');
    this.#waiting.push(`${text}\n`);
    return `<<${isTabbed ? '-' : ''}${this.#pick(['', '', ' '])}${delimiter}`;
  }

  #documents(): string {
    if (this.#waiting.length === 0) return '';
    const text = `\n${this.#waiting.join('')}`;
    this.#waiting = [];
    return text;
  }

  #builtin(): string {
    switch (this.#below(10)) {
      case 0:
      case 1:
      case 2:
        return `${this.#spelled('cd')} ${this.#spelled(this.#of('folders'))}`;
      case 3:
      case 4:
        return `${this.#spelled('read')} -r ${this.#spelled(this.#pick(['x', 'f', 'i', 'xy']))}${this.#chance(0.7) ? '<f' : ''}`;
      case 5:
        return `${this.#spelled('export')} ${this.#spelled('x=1')}`;
      case 6:
        return `${this.#pick(['env', 'command', 'time', 'nice', 'nohup', 'timeout 1', 'env x=1', 'exec', 'builtin', 'eval', 'time -p', 'command -p', 'exec -a x', 'trap', 'nice -n 1'])} ${this.#simple()}`;
      case 7:
        return `${this.#pick(['bash', 'sh'])} -c '${this.#nested(() => this.#list()).replaceAll("'", this.#pick([`'\\''`, '']))}'`;
      case 8:
        return this.#pick([
          'pushd sub',
          'popd',
          'set -- a',
          'shift',
          'shopt -s globstar',
          'set -f',
          'unset x',
          'let x=1',
          'declare x=1',
          'local x',
          'alias ls=cn1',
          'printf -v x a',
          'mapfile x',
          'getopts a x',
          'wait',
          'hash -p f ls',
          'enable -n cd',
          'true',
          'false',
          ':',
          'break',
          'set -e',
          'declare -n x=f',
          'x=(a b)',
          'x[0]=1',
          'unset -f ls',
          '. ./f',
        ]);
      default:
        return this.#of('builtins');
    }
  }

  #simple(): string {
    const parts: string[] = [];
    while (this.#chance(0.12)) parts.push(this.#of('assignments') + (this.#chance(0.6) ? this.#word() : ''));
    if (this.#chance(0.08)) parts.push(this.#redirect());
    if (this.#chance(0.3)) parts.push(this.#builtin());
    else if (parts.length === 0 || this.#chance(0.9)) {
      parts.push(this.#chance(0.08) ? this.#word() : this.#spelled(this.#of('programs')));
      while (this.#chance(0.55)) parts.push(this.#chance(0.15) ? this.#redirect() : this.#word());
    }
    return parts.join(this.#blank());
  }

  #compound(): string {
    const list = () => this.#list();
    const end = () => this.#pick([';', '\n', ';\n', ' # )\n', ';']) + this.#documents();
    const name = this.#pick(['x', 'f', 'i', 'xy']);
    switch (this.#below(14)) {
      case 0:
        return `if ${list()}${end()} then ${list()}${end()} ${this.#chance(0.5) ? `else ${list()}${end()}` : ''} fi`;
      case 1:
      case 2:
        return `for ${name} in ${this.#word()} ${this.#word()}${end()}do ${list()}${end()}done`;
      case 3:
        return `for ${name} in ${this.#pick(['cn1 ls', 'cd', 'f g', 'a b', 'x', '*.txt', '"a b"', 'sub ..'])}${end()}do ${this.#pick(['$', '"$', ''])}${name}"" ${this.#word()}${end()}${list()}${end()}done`.replace(
          /("\$\w+)""/,
          '$1"',
        );
      case 4:
        return `${this.#pick(['while', 'until'])} ${this.#pick(['false', 'true', 'read -r x'])}${end()}do ${list()}${end()}${this.#chance(0.8) ? 'break;' : ''}done${this.#pick(['', ' <f', ' >o'])}`;
      case 5:
      case 6:
        return `case ${this.#word()} in ${this.#pick(['', '('])}${this.#pick(['*', 'a', 'a|b', '"*"', 'esac', '$x', '[ab]', "';;'"])}) ${list()}${this.#pick([';;', ';&', ';;&', '\n;;'])} ${this.#pick(['', 'b) cn2;;', 'x) ;;', '*) cn2'])} esac`;
      case 7:
        return `(${list()}${this.#documents()})`;
      case 8:
      case 9:
        return `{ ${list()}${end()}}${this.#chance(0.3) ? ` ${this.#redirect()}` : ''}`;
      case 10:
        return `! ${this.#command()}`;
      case 11:
        return `${this.#pick(['time ', 'time -p ', '! ! ', 'time ! ', 'coproc ', 'time -- '])}${this.#command()}`;
      case 12:
        return `((${this.#pick(['1', 'x=1', 'cn1', '(1)'])}))`;
      default:
        return `${this.#pick(['cn1() { ', 'function cn1 { ', 'select x in a; do ', 'for ((i=0;i<1;i++)); do '])}${list()}; }`;
    }
  }

  #command(): string {
    if (this.#left > 0 && this.#chance(0.3)) {
      this.#left -= 1;
      return this.#compound();
    }
    return this.#simple();
  }

  #list(): string {
    this.#left -= 1;
    let text = this.#command();
    while (this.#left > 0 && this.#chance(0.4)) {
      this.#left -= 1;
      const separator = this.#of('separators');
      const [line, ...rest] = separator.split('\n');
      const documents = rest.length > 0 ? this.#documents().slice(1) : '';
      text += rest.length > 0 ? `${line}\n${documents}${rest.join('\n')}` : separator;
      text += this.#command();
    }
    return text;
  }

  #mutate(text: string): string {
    const at = this.#below(text.length + 1);
    const end = Math.min(text.length, at + 1 + this.#below(3));
    const piece = this.#pick([
      ';',
      '\n',
      ' ',
      '\\',
      '"',
      "'",
      '`',
      '$',
      '(',
      ')',
      '{',
      '}',
      '#',
      '&',
      '|',
      '<',
      '=',
      '\\\n',
      '[',
      ']',
      '!',
      '\t',
      '$(',
      ' cn2 ',
      '<<E',
      "$'",
      '*',
      '~',
    ]);
    switch (this.#below(4)) {
      case 0:
        return text.slice(0, at) + text.slice(end);
      case 1:
        return text.slice(0, end) + text.slice(at);
      default:
        return text.slice(0, at) + piece + text.slice(at);
    }
  }

  /** One text. */
  next(): string {
    this.#waiting = [];
    this.#left = 2 + this.#below(8);
    let text = this.#list() + this.#documents();
    while (this.#chance(0.25)) text = this.#mutate(text);
    return text.slice(0, 600);
  }
}
