import { join } from 'node:path';
import { lazy } from '../../core/async/lazy.ts';
import { actionsOn, type Found, type FoundAction } from '../guard/find-reach.ts';
import { findStarts } from '../guard/finding.ts';
import type { Scope } from '../paths/scope.ts';
import { readingOf } from '../profiles/table.ts';
import { baseOf } from '../programs/base-name.ts';
import { carriedBy } from '../programs/carriers.ts';
import { copiedFiles } from '../programs/copied.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import { argsOf } from '../shell/arg.ts';
import { isHanded } from '../shell/handed-names.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import { withFound } from './found-files.ts';
import { plainBeside, stepsTo } from './kept-files.ts';
import { type Begun, begunAt, findsFlat, type ListedNames, type NamesUse } from './listed-names.ts';
import { readsFiles } from './started.ts';
import type { Suspect } from './suspect.ts';

/** Most commands that one command may become by names that it finds or is handed. */
const mostCommands = 256;

/** Readers that show file content; others only search in it or count. */
const shows =
  /^(?:cat|tac|head|tail|less|more|nl|od|xxd|hexdump|strings|cut|fold|fmt|pr|paste|join|sort|uniq|sed|[gmn]?awk|jq|yq|base32|base64|diff|cmp|comm|tar|zip)$/;
/** Sub-commands of `git` that work on files it tracks anyway. */
const keeps = /^(?:add|commit|stage|status|diff|log|show|blame|stash|check-ignore|check-attr)$/;

/** Whether a profile describes the arguments of a command. */
function isProfiled(words: Words): boolean {
  return readingOf(baseOf(words), argsOf(words)) !== null;
}

/** Whether a command is known to only search in its files, or to print nothing secret about them. */
function onlyLooks(words: Words): boolean {
  const base = baseOf(words);
  if (base === 'git' && keeps.test(words[1] ?? '')) return true;
  return !shows.test(base) && isProfiled(words);
}

/** Whether a command is known to only read some of its words, or to copy them elsewhere. */
function onlyReads(words: Words, some: Words): boolean {
  const base = baseOf(words);
  const copied = base === 'mv' ? [] : copiedFiles(base, words.slice(1));
  return isProfiled(words) || some.every((word) => word !== null && copied.includes(word));
}

/** Whether a command hands all names on to commands that it starts. */
function onlyStarts(words: Words, marked: Words): boolean {
  const { commands } = carriedBy(words);
  return marked.every((mark) => commands.some((inner) => inner.includes(mark)));
}

function distinct(commands: readonly Words[]): readonly Words[] {
  return [...new Map(commands.map((command) => [command.join('\0'), command])).values()].slice(
    0,
    mostCommands,
  );
}

/** The command that an action runs on a file; null if it cannot open the file. */
function commandFor(action: FoundAction, { kind }: Found, path: string): Words | null {
  if (action === 'print') return null;
  if (action === 'delete') return kind === 'folder' ? null : ['rm', path];
  const put = withFound(action, path);
  return put.some((word, index) => word !== action[index]) && !onlyLooks(put) ? put : null;
}

/** The commands that a `find` runs on a file and on the folders above it. */
function commandsOn(words: Words, { start, folder, kept }: Begun): readonly Words[] {
  return stepsTo(start, kept).flatMap(({ found, above }) => {
    const path = join(folder, ...kept.inside.split('/').slice(0, above.length));
    const beside = lazy(() =>
      (findsFlat(words) ? [] : plainBeside(found)).flatMap((one) => actionsOn(words, one, above)).map(String),
    );
    return actionsOn(words, found, above).flatMap((action) => {
      const command = commandFor(action, found, path);
      if (command === null) return [];
      const put = command.filter((word) => word?.includes(path));
      return onlyReads(command, put) && beside().includes(String(action)) ? [] : [command];
    });
  });
}

/**
 * The commands that a `find` may run on closed files, as far as its tests can select those: `find ~/.config -newer x -exec
 * sed -i s/a/b/ {} +` is `sed -i s/a/b/ ~/.config/agent-tools/config.json`.
 */
export function foundKept(
  { words, isElsewhere, isApart }: Suspect,
  { scope, cwds }: { readonly scope: Scope; readonly cwds: readonly string[] },
): readonly Words[] {
  if (isElsewhere === true || isApart === true || !/^g?find$/.test(baseOf(words))) return [];
  if (!hasWord(words, /^-(?:delete|(?:exec|ok)(?:dir)?)$/)) return [];
  const begun = cwds.flatMap((cwd) => begunAt(findStarts(words), { scope, cwd }));
  return distinct(begun.flatMap((one) => commandsOn(words, one)));
}

/** What a command does with names that it is handed; null if it does not open the files. */
function useOf(words: Words, marked: Words): NamesUse | null {
  const base = baseOf(words);
  if (onlyLooks(words)) return readsFiles.test(base) && base !== 'du' ? 'look' : null;
  return onlyReads(words, marked) ? 'read' : 'any';
}

/** A command that is handed listed names, once for each closed file that may be among them: `cat $(ls -A)` is `cat .env`. */
export function handedKept(
  { words, isElsewhere, isApart }: Suspect,
  { listed, cwds }: { readonly listed: ListedNames; readonly cwds: readonly string[] },
): readonly Words[] {
  const [program = null] = words;
  const marked = [...new Set(words.filter(isHanded))];
  if (isElsewhere === true || isApart === true || isHanded(program) || onlyStarts(words, marked)) return [];
  const use = useOf(words, marked);
  if (use === null) return [];
  const put = (mark: Candidate, name: string) =>
    words.map((word) => (word === mark ? name : isHanded(word) ? null : word));
  return distinct(
    cwds.flatMap((cwd) => marked.flatMap((mark) => listed.of(mark, cwd, use).map((name) => put(mark, name)))),
  );
}

/** The closed files that a redirect may open by a listed name. */
export function openedKept(
  file: OpenedFile,
  { listed, cwds }: { readonly listed: ListedNames; readonly cwds: readonly string[] },
): readonly OpenedFile[] {
  const { path: given, isWritten, by = [], isElsewhere, isApart } = file;
  if (!isHanded(given) || isElsewhere === true || isApart === true) return [];
  const isLooked = by.length > 0 && onlyLooks(by);
  const use = isWritten ? 'any' : isLooked ? 'look' : 'read';
  const paths = cwds.flatMap((cwd) => listed.of(given, cwd, use));
  return [...new Set(paths)].map((path) => ({ ...file, path }));
}
