import type { ConfigPaths } from '../../../config/load.ts';
import { projectFileName } from '../../../config/project.ts';
import { messageOf } from '../../../core/failure.ts';
import { alignColumns } from '../../../core/text/align-columns.ts';
import { escapeUnseen } from '../../../core/text/unseen.ts';
import { readTextFileIfAny } from '../../../platform/files/text-file.ts';
import type { Folders } from '../../../platform/machine/folders.ts';
import { isTrusted } from '../../../platform/store/trust-store.ts';

/** A place of a configuration file. */
export interface PathRow {
  readonly layer: 'system' | 'user' | 'project';
  /** Null if no project file was found. */
  readonly path: string | null;
  readonly state: 'found' | 'missing' | 'unreadable';
  /** Remarks for a person; empty for none. */
  readonly note: string;
}

interface PathsEnvironment {
  readonly paths: ConfigPaths;
  readonly folders: Folders;
}

/** The files in the order of their layers, with their present state; their content is not validated. */
export async function listPaths({ paths, folders }: PathsEnvironment): Promise<readonly PathRow[]> {
  const { system, user, explicit, project } = paths;
  const isReplaced = explicit !== null && explicit.path !== user;
  const rows = [
    look('system', system, ''),
    look('user', user, isReplaced ? `only its locks count, ${explicit.source} names another` : ''),
    ...(isReplaced ? [look('user', explicit.path, `named by ${explicit.source}`)] : []),
  ];
  return [...(await Promise.all(rows)), await lookAtProject(project, folders)];
}

async function look(layer: PathRow['layer'], path: string, note: string): Promise<PathRow> {
  try {
    return { layer, path, state: (await readTextFileIfAny(path)) === null ? 'missing' : 'found', note };
  } catch (error) {
    return { layer, path, state: 'unreadable', note: messageOf(error) };
  }
}

async function lookAtProject(path: string | null, folders: Folders): Promise<PathRow> {
  if (path === null) {
    const note = `no ${projectFileName} from the working folder up to the git root`;
    return { layer: 'project', path, state: 'missing', note };
  }
  const row = await look('project', path, 'may only tighten: not trusted by "agent-tools config trust"');
  if (row.state !== 'found') return row;
  const text = (await readTextFileIfAny(path)) ?? '';
  return (await isTrusted(folders, path, text)) ? { ...row, note: 'trusted' } : row;
}

/** The rows as aligned columns. */
export function renderPaths(rows: readonly PathRow[]): string {
  return alignColumns(
    rows.map(({ layer, path, state, note }) => [layer, state, escapeUnseen(path ?? '-'), note]),
  );
}
