import { cannot, type ToolFailure } from '../../core/failure.ts';

/** A program and the words behind it, which must be handed over as they are. */
export interface BatchStart {
  readonly program: string;
  readonly words: readonly string[];
}

/** Also behind what the system drops from the end of a name. */
const batchFile = /\.(bat|cmd)[. ]*$/i;

/** What cmd.exe may read as more than text, even inside quotes: it would end a quote, a variable or the line. */
const unquotable = /["%\r\n\0]/;

const plainWord = /^[A-Za-z0-9#$*+./:?@\\_-]*[A-Za-z0-9#$*+./:?@_-]$/;

/** A word as both cmd.exe and the programs that a batch file hands it to read it: there, a backslash before a quote escapes it. */
function quoted(word: string): string {
  return plainWord.test(word) ? word : `"${word.replace(/\\+$/, '$&$&')}"`;
}

/** Why a batch file cannot get its arguments as they are, or not in its folder; null for other programs too. */
export function batchFault([file = '', ...words]: readonly string[], cwd: string): ToolFailure | null {
  if (!batchFile.test(file)) return null;
  const refused = (state: string, wanted: string) => cannot('run', file, state, wanted);
  const holds = (place: string, text: string) =>
    `${place} holds ${JSON.stringify(unquotable.exec(text)?.[0])}, which cmd.exe would not hand to a batch file as it is`;
  if (unquotable.test(file)) return refused(holds('its path', file), 'another one');
  const wrong = words.findIndex((word) => unquotable.test(word));
  const word = words[wrong];
  if (word !== undefined)
    return refused(
      holds(`argument ${wrong + 1} (${JSON.stringify(word)})`, word),
      'another argument, or a shell command ("command")',
    );
  if (/^[\\/]{2}/.test(cwd))
    return refused('cmd.exe runs nothing in a network folder', 'a folder of a drive');
  return null;
}

/** How Windows starts a batch file: through cmd.exe, which reads its arguments once more. Null for other programs. Throws `batchFault`. */
export function batchStart(argv: readonly string[], cwd: string, systemRoot: string): BatchStart | null {
  const [file = '', ...words] = argv;
  if (!batchFile.test(file)) return null;
  const fault = batchFault(argv, cwd);
  if (fault !== null) throw fault;
  const line = [`"${file}"`, ...words.map(quoted)].join(' ');
  return {
    program: `${systemRoot}\\System32\\cmd.exe`,
    words: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`],
  };
}
