import { cannot } from '../../core/failure.ts';
import { reasonOf } from '../../platform/files/file-failure.ts';
import {
  fileTime,
  isSessionId,
  readSessionFile,
  sessionFolder,
  writeSessionFile,
} from '../../platform/sessions/session-folder.ts';

/** Lies in the session's own folder, which no tool may write, so the grant goes with the session. */
const grantFile = 'input-allowed.json';

/** Whether a person allowed all input of this session; false if that cannot be read. */
export function isInputAllowed(state: string, id: string): boolean {
  try {
    return isSessionId(id) && readSessionFile(sessionFolder(state, id), grantFile) !== null;
  } catch {
    return false;
  }
}

/** Allows all input of this session for its lifetime. Throws `tool_failed` if it is gone or its folder cannot be written. */
export function allowInput(
  state: string,
  id: string,
  given: { readonly by: string; readonly approvalId: string },
): void {
  const folder = sessionFolder(state, id);
  const isThere = isSessionId(id) && fileTime(folder) !== null;
  if (!isThere) throw cannot('allow the input of', `session ${id}`, 'it is gone', 'a session that is there');
  try {
    writeSessionFile(folder, grantFile, JSON.stringify({ ...given, at: new Date().toISOString() }));
  } catch (error) {
    const problem = reasonOf(error);
    throw cannot('allow the input of', `session ${id}`, problem, 'a folder that can be written');
  }
}
