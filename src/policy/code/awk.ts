import type { Candidate, Words } from '../rules/pattern.ts';
import { arrangedAwk } from './awk-statements.ts';
import { reads, writes } from './deeds.ts';
import type { CodeLanguage, ProgramWords } from './language.ts';

/** Options that take a value, and those whose value is a program file. */
const valued = /^-(?:[veFfilELW]|-(?:assign|source|field-separator|file|include|load|exec))$/;
const givesFile = /^(?:-[fE]|--file(?:=|$)|--exec(?:=|$))/;
/** Most variables of a program that are set to empty. */
const mostNames = 32;
/** Most fields of a line that are distinguished. */
const mostFields = 64;
const assignment = /^([A-Za-z_]\w*)=(.*)$/s;
/** The initial values of awk's own variables. */
const own = 'FS = " "; OFS = " "; RS = "\\n"; ORS = "\\n"; RT = "\\n"; SUBSEP = "\\034"\n';

/** The length of a line before a slash: some versions divide it, others read a pattern. */
const dividing = /\blength\b(?=[ \t]*\/)/g;

/** An assignment `c=x` as awk code; escapes in its value are resolved as in code. */
function assigned(word: string): string {
  const [, name, value = ''] = assignment.exec(word) ?? [];
  return name === undefined ? '' : `${name} = "${value.replace(/"/g, '\\"').replaceAll('\n', '\\n')}"\n`;
}

const literal = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/** Code that sets `$0` and the fields for a line. */
function divided(line: string, separator: string): string {
  const fields = separator === ' ' ? line.trim().split(/\s+/) : line.split(separator.replace('\\t', '\t'));
  const known = [...fields.slice(0, mostFields).entries()].map(
    ([at, field]) => `$${at + 1} = ${literal(field)}\n`,
  );
  return `$0 = ${literal(line)}\n${known.join('')}$NF = ${literal(fields.at(-1) ?? '')}\n`;
}

/** The field separator from the options. */
function separatorOf(words: Words): string {
  const at = words.findIndex((word) => /^-F/.test(word ?? ''));
  const given = at === -1 ? ' ' : words[at] === '-F' ? (words[at + 1] ?? ' ') : (words[at]?.slice(2) ?? ' ');
  return given === '' ? ' ' : given;
}

/** The variable that an option sets, or the source that it gives, with the next word as a possible value. */
function optionOf(
  word: string,
  next: Candidate,
): { readonly variable: string; readonly source: string | null } {
  const [, option, attached = next] = /^(-v|-e|--assign|--source)(?:=?(.+))?$/s.exec(word) ?? [];
  const isVariable = option === '-v' || option === '--assign';
  return {
    variable: isVariable ? assigned(attached ?? '') : '',
    source: option === undefined || isVariable ? null : attached,
  };
}

/** Code that sets the variables of a program to empty, as they are before they are assigned. */
function empty(code: string): string {
  const names = [...code.matchAll(/(?<![\w$])([A-Za-z_]\w{0,63})\s*=(?![=~])/g)].map(
    ([, name]) => `${name} = ""\n`,
  );
  return [...new Set(names)].slice(0, mostNames).join('');
}

/** The program in the arguments of awk, after the variables they set, once for each line it reads; null if there is none. */
function programIn(words: Words, lines: readonly string[]): ProgramWords | null {
  let before = own;
  const sources: string[] = [];
  let hasFile = false;
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (word === null || !/^-./s.test(word) || word === '--') break;
    const { variable, source } = optionOf(word, words[index + 1] ?? null);
    before += variable;
    if (source !== null) sources.push(source);
    hasFile ||= givesFile.test(word);
    if (valued.test(word)) index += 1;
  }
  if (words[index] === '--') index += 1;
  const isOperand = !hasFile && sources.length === 0;
  const given = isOperand ? (words[index] ?? null) : sources.length === 0 ? null : sources.join('\n');
  const operands = words.slice(isOperand ? index + 1 : index);
  const behind = operands.map((word) => assigned(word ?? '')).join('');
  if (given === null) return null;
  const undivided = given.replaceAll(dividing, '$& +');
  const code = undivided === given ? given : `${given}\n${undivided}`;
  const separator = separatorOf(words);
  const runs = lines.map(
    (line, at) => `NR = ${at + 1}\nFNR = ${at + 1}\n${divided(line, separator)}${behind}${code}\n`,
  );
  const whole = runs.length === 0 ? `${behind}${code}` : `${empty(code)}${runs.join('')}`;
  return { code: `${before}${whole}`, argv: ['awk', ...operands] };
}

export const awk = (): CodeLanguage => ({
  options: [],
  comment: /#[^\n]*/y,
  quotes: [{ open: /(")/y }],
  hasSlashes: true,
  slashes: {
    before: /^(?:[-*%<>^$@]|else|do|print|printf|exit|in)$/,
    pattern: /\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?(?:\[:[a-z]{1,16}:\]|[^\]\\\n]|\\[^\n]){0,200}\]){1,200}\//y,
  },
  needs: /\bsystem\b|[|<>]/,
  program: programIn,
  concatenates: true,
  arranged: arrangedAwk,
  calls: [{ name: /^system$/ }, { name: /^awk\.writes$/, as: writes }, { name: /^awk\.reads$/, as: reads }],
});
