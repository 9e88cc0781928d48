import type { Rule } from '../../config/schema.ts';
import { isSame } from '../../config/values.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { escapeUnseen } from '../../core/text/unseen.ts';
import { writeNewFile, writePrivateFile } from '../../platform/files/private-file.ts';
import { realPathIfAny } from '../../platform/files/stats.ts';
import { readTextFileIfAny } from '../../platform/files/text-file.ts';
import { withFileLocks } from '../../platform/locks/file-locks.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import { placeFailure } from '../../platform/store/place-failure.ts';
import { compileRules } from '../../policy/rules/compile.ts';
import { parseLearned, requireOwn } from './learned-file.ts';
import { learnedPath } from './learned-rules.ts';

const emptyFile = `// Rules learned from approvals, in the grammar of "rules" in config.json. "agent-tools policy list" shows them; remove
// what should no longer hold.
{
  "rules": [
  ]
}
`;

/** Rules to store, and where they come from, which is written above them as a comment. */
export interface Lesson {
  readonly rules: readonly Rule[];
  /** Whether they allow. */
  readonly isYes: boolean;
  /** Who answered. */
  readonly by: string;
  readonly approvalId: string;
  /** Title of the call that was asked about. */
  readonly title: string;
}

const longestTitle = 100;

function commentOf({ isYes, by, approvalId, title }: Lesson, at: Date): string {
  const about = cutText(title, longestTitle);
  const said = `${isYes ? 'allowed' : 'denied'} by ${by}`;
  return `    // ${escapeUnseen(`${at.toISOString()} ${said}, approval ${approvalId}: ${about}`)}`;
}

/** Adds rules at the end of the list; the rest of the text is kept. A text without a JSON object is replaced by a new file. */
export async function addToText(text: string, lesson: Lesson, at: Date): Promise<string> {
  const { parseTree, findNodeAtLocation, stripComments } = await import('jsonc-parser');
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root === undefined ? undefined : findNodeAtLocation(root, ['rules']);
  if (list === undefined) return addToText(withList(text, root), lesson, at);
  const end = list.offset + list.length - 1;
  const last = list.children?.at(-1);
  let head = text.slice(0, end).trimEnd();
  if (last !== undefined && !stripComments(text.slice(last.offset + last.length, end)).includes(',')) {
    const after = last.offset + last.length;
    head = `${text.slice(0, after)},${text.slice(after, end).trimEnd()}`;
  }
  const lines = lesson.rules.map((rule) => `    ${JSON.stringify(rule)},`);
  return `${head}\n${commentOf(lesson, at)}\n${lines.join('\n')}\n  ${text.slice(end)}`;
}

/** The text with an empty list: a new file, or the object with the added key. */
function withList(
  text: string,
  root: { readonly offset: number; readonly type: string } | undefined,
): string {
  if (root === undefined || root.type !== 'object') return emptyFile;
  const at = root.offset + 1;
  return `${text.slice(0, at)}\n  "rules": [\n  ],${text.slice(at)}`;
}

/**
 * Stores new rules in the user's approvals file. Throws `invalid_input` for an invalid rule, `invalid_config` if the file is not valid
 * or not trusted, `tool_failed` if it cannot be written.
 */
export async function learn(lesson: Lesson, folders: Folders): Promise<void> {
  checkRules(lesson.rules);
  const path = learnedPath(folders);
  requireOwn(path);
  // Follows a symlink, as people keep their configuration elsewhere.
  const place = realPathIfAny(path) ?? path;
  await made(path, () => writeNewFile(place, ''));
  // Processes with different state folders may share the configuration; the lock of the file itself serialises them.
  await withFileLocks({ folder: folders.state, path: place, shown: path }, async ({ problem }) => {
    if (problem !== null)
      throw cannot(
        'store a rule in',
        path,
        `it cannot be locked (${problem})`,
        'a state folder that can be written',
      );
    // Whatever is written becomes the user's, so the file must not contain anything of others.
    requireOwn(path);
    const text = (await readTextFileIfAny(path)) ?? '';
    const now = text.trim() === '' ? emptyFile : text;
    const known = (await parseLearned(path, now)).map(({ source: _, line: __, ...rule }) => rule);
    const rules = lesson.rules.filter((rule) => !known.some((other) => isSame(other, rule)));
    if (rules.length === 0) return;
    const next = await addToText(now, { ...lesson, rules }, new Date());
    await parseLearned(path, next);
    await made(path, () => writePrivateFile(place, next));
  });
}

/** Throws `invalid_input` for rules that are not valid. */
export function checkRules(rules: readonly Rule[]): void {
  if (rules.length === 0) throw wrongRule(cannot('store', 'a rule', 'its text is empty', 'a rule'));
  try {
    compileRules(rules.map((rule) => ({ ...rule, source: 'the answer', line: null })));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw wrongRule(error);
  }
}

/** The failure of the answer's field that holds the rule. */
function wrongRule({ message, data }: ToolFailure): ToolFailure {
  return new ToolFailure('invalid_input', message, { ...data, field: 'rule', problem: message });
}

/** Awaits a write to the approvals file; throws `tool_failed` if it fails. */
async function made(path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw placeFailure('store a rule in', path, error);
  }
}
