import { looseCommands } from '../guard/windows.ts';
import { unknownPart, type Words } from '../rules/pattern.ts';

/** `-Command` and what it may be cut to; `-EncodedCommand` and `-ec` are base64 of UTF-16 (about_Pwsh, about_PowerShell_exe). */
const command = /^[-/](?:c|co|com|comm|comma|comman|command|commandwithargs|cwa)$/i;
const encoded = /^[-/](?:e|ec|en|enc|enco|encod|encode|encoded(?:c|co|com|comm|comma|comman|command)?)$/i;

/** The words as PowerShell reads them, without the operators that call a name. */
function asText(words: Words): string {
  return words
    .map((word) => word ?? unknownPart)
    .join(' ')
    .replace(/^\s*[&.]\s+/, '');
}

/** The scripts that the words of `pwsh` and `powershell` hold: behind `-Command` all that follows is one. */
export function powershellTexts(base: string, words: Words): readonly string[] {
  for (const [index, word] of words.entries()) {
    if (index === 0 || word === null) continue;
    const behind = words.slice(index + 1);
    if (command.test(word)) return [asText(behind)];
    if (encoded.test(word)) return [Buffer.from(behind[0] ?? '', 'base64').toString('utf16le')];
  }
  // Without an option the words are a script to Windows PowerShell, and a file to the newer one.
  const first = words.findIndex((word, index) => index > 0 && !/^[-/]/.test(word ?? ''));
  return base === 'powershell' && first !== -1 ? [asText(words.slice(first))] : [];
}

const evaluates = /^(?:iex|invoke-expression)$/i;
const starts = /^(?:start-process|saps|start)$/i;
const isOption = (word: string) => /^-/.test(word);

/** What a command of PowerShell starts that is a text or stands in words of its own: `iex "x"`, `Start-Process x -ArgumentList y`. */
function within([program = '', ...words]: readonly string[]): readonly (readonly string[])[] {
  const given = words.filter((word) => !isOption(word));
  if (evaluates.test(program)) return given.flatMap(looseCommands);
  if (/^cmd(?:\.exe)?$/i.test(program)) return [words.filter((word) => !/^\/[a-z]$/i.test(word))];
  return starts.test(program) ? [given.flatMap((word) => word.split(',')).filter((word) => word !== '')] : [];
}

/** The commands of a script of PowerShell, with what they start and texts in place of its variables: for finding dangers only. */
export function powershellCommands(text: string): readonly (readonly string[])[] {
  const values = new Map(
    [...text.matchAll(/\$(\w{1,64})[ \t]*=[ \t]*(["'])([^"'$]{0,400})\2/g)].map(
      ([, name = '', , value = '']) => [name.toLowerCase(), value],
    ),
  );
  const filled =
    values.size === 0
      ? text
      : text.replace(
          /\$(\w{1,64})(?![ \t]*=)/g,
          (whole, name: string) => values.get(name.toLowerCase()) ?? whole,
        );
  const commands = looseCommands(filled);
  return [...commands, ...commands.flatMap(within)].filter((words) => words.length > 0);
}
