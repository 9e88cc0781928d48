import { lazy } from '../../core/async/lazy.ts';
import { buildStarts } from './build-starts.ts';
import { forms } from './carrier-forms.ts';
import { consoleStarts } from './console-starts.ts';
import { type ProgramStarts, type StartsRow, starting } from './program-start.ts';
import { runnerStarts } from './runner-starts.ts';

/** The rows of all tables. */
export const startsRows = lazy((): readonly StartsRow[] => [
  ...Object.entries(forms()).map(([name, form]) => starting(name, { ...form, command: form })),
  ...runnerStarts(),
  ...buildStarts(),
  ...consoleStarts(),
]);

const byName = lazy(
  () => new Map(startsRows().flatMap(({ names, starts }) => names.map((name) => [name, starts] as const))),
);

const nothing: ProgramStarts = {};

/** What a program runs, by its base name. */
export function startsOf(base: string): ProgramStarts {
  return byName().get(base) ?? nothing;
}
