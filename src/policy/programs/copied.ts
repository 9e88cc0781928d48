import { ownValue } from '../../core/record.ts';
import type { Words } from '../rules/pattern.ts';
import { filesByForm } from './file-form.ts';
import { withoutGlobals } from './git-globals.ts';
import { dashed } from './old-options.ts';
import { isOptionValue } from './option-value.ts';
import { placingOf } from './placing.ts';
import { readForms } from './program-files.ts';
import { words } from './words.ts';

/** Options whose value is no file that is copied, of programs that put things into folders. */
const placing: Readonly<Record<string, readonly string[]>> = {
  scp: words('-c -D -F -i -J -l -o -P -S -X'),
  rsync: words(
    '-e -f -M -T --rsh --filter --exclude --include --exclude-from --include-from --temp-dir --log-file',
  ),
};

/** Files of this machine whose content a command copies, sends or shows, by its arguments. */
export function copiedFiles(base: string, given: Words): readonly string[] {
  const valued = ownValue(placing, base) ?? [];
  const values = new Set(given.filter((_, index) => isOptionValue(given, index, valued)));
  const placed = (placingOf(base, given)?.sources ?? []).filter((word) => !values.has(word));
  const own = base === 'git' ? withoutGlobals([base, ...given]).slice(1) : dashed(base, given);
  const found = [...placed, ...readForms(base).flatMap((form) => filesByForm(form, own))];
  // What stands on another machine is named with it.
  return found.filter((file) => !/^[^/]*:/.test(file));
}
