import type { Words } from '../rules/pattern.ts';
import { filesByForm } from './file-form.ts';
import { withoutGlobals } from './git-globals.ts';
import { dashed } from './old-options.ts';
import { isOnOtherMachine, placedFiles } from './placing.ts';
import { readForms } from './program-files.ts';

/** Files of this machine whose content a command copies, sends or shows, by its arguments. */
export function copiedFiles(base: string, given: Words): readonly string[] {
  const placed = placedFiles(base, given);
  const own = base === 'git' ? withoutGlobals([base, ...given]).slice(1) : dashed(base, given);
  const found = [...placed, ...readForms(base).flatMap((form) => filesByForm(form, own))];
  // What stands on another machine is named with it.
  return found.filter((file) => !isOnOtherMachine(file));
}
