import { lazy } from '../../core/async/lazy.ts';
import { undecorated } from './base-name.ts';
import { dataFiles } from './data-files.ts';
import type { FileForm } from './file-form.ts';
import { fixedFiles } from './fixed-files.ts';
import { packingFiles } from './packing-files.ts';
import type { FilesRow, ProgramFiles, WriteForm } from './program-file.ts';
import { responseForms, servedFiles } from './served-files.ts';
import { textFiles } from './text-files.ts';
import { transferFiles } from './transfer-files.ts';

/** The rows of all tables. */
export const filesRows = lazy((): readonly FilesRow[] => [
  ...packingFiles(),
  ...transferFiles(),
  ...servedFiles(),
  ...textFiles(),
  ...dataFiles(),
  ...fixedFiles(),
]);

const byName = lazy(
  () => new Map(filesRows().flatMap(({ names, files }) => names.map((name) => [name, files] as const))),
);

const nothing: ProgramFiles = {};

/** What a program does with files, by its base name. */
export function filesOfProgram(base: string): ProgramFiles {
  return byName().get(base) ?? byName().get(undecorated(base)) ?? nothing;
}

/** The forms in which a program copies, sends or shows files, by its base name. */
export function readForms(base: string): readonly FileForm[] {
  const { reads = [], valued = [] } = filesOfProgram(base);
  return [...reads.map((form) => ({ valued, ...form })), ...responseForms(base)];
}

/** The forms in which a program writes files, by its base name. */
export function writeForms(base: string): readonly WriteForm[] {
  const { writes = [], valued = [] } = filesOfProgram(base);
  return writes.map((form) => ({ valued, ...form }));
}
