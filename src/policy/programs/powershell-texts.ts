import { type Candidate, unknownPart } from '../rules/pattern.ts';

/** `-Command` and what it may be cut to; `-EncodedCommand` and `-ec` are base64 of UTF-16 (about_Pwsh, about_PowerShell_exe). */
const command = /^[-/](?:c|co|com|comm|comma|comman|command|commandwithargs|cwa)$/i;
const encoded = /^[-/](?:e|ec|en|enc|enco|encod|encode|encoded(?:c|co|com|comm|comma|comman|command)?)$/i;

/** The words as PowerShell reads them, without the operators that call a name. */
function asText(words: readonly Candidate[]): string {
  return words
    .map((word) => word ?? unknownPart)
    .join(' ')
    .replace(/^\s*[&.]\s+/, '');
}

/** The scripts that the words of `pwsh` and `powershell` hold: behind `-Command` all that follows is one. */
export function powershellTexts(base: string, words: readonly Candidate[]): readonly string[] {
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
