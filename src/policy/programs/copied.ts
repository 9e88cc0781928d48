import type { Words } from '../rules/pattern.ts';
import { copyForms, leftOut } from './copy-forms.ts';
import { filesByForm } from './file-form.ts';
import { withoutGlobals } from './git-globals.ts';
import { dashed } from './old-options.ts';
import { isOptionValue } from './option-value.ts';
import { placingOf } from './placing.ts';

/** Files of this machine whose content a command copies, sends or shows, by its arguments. */
export function copiedFiles(base: string, given: Words): readonly string[] {
  const valued = leftOut(base);
  const values = new Set(given.filter((_, index) => isOptionValue(given, index, valued)));
  const placed = (placingOf(base, given)?.sources ?? []).filter((word) => !values.has(word));
  const own = base === 'git' ? withoutGlobals([base, ...given]).slice(1) : dashed(base, given);
  const found = [...placed, ...copyForms(base).flatMap((form) => filesByForm(form, own))];
  // What stands on another machine is named with it.
  return found.filter((file) => !/^[^/]*:/.test(file));
}
