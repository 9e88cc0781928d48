import type { FactBook } from '../fact-book.ts';
import { foldersFrom, isWithin } from '../paths/within.ts';
import { setOf } from '../programs/words.ts';
import { textOf } from '../shell/arg.ts';
import type { JudgedStep } from './step.ts';

/** Programs that create a regular file, or an empty folder, for each path they write. */
const makesFiles = setOf('touch tee truncate mkdir');

export function pathsWritten({ touches }: JudgedStep): readonly string[] {
  return touches.filter(({ access }) => access === 'write').map(({ path }) => path);
}

/** Whether a step only moves or copies files. */
function putsFiles({ program, by, brought = [] }: JudgedStep): boolean {
  return by === 'profile' && brought.length === 0 && (program?.base === 'cp' || program?.base === 'mv');
}

type StepsByPath = Map<string, JudgedStep[]>;

function note(steps: StepsByPath, path: string, judged: JudgedStep): void {
  const noted = steps.get(path);
  if (noted === undefined) steps.set(path, [judged]);
  else if (noted.at(-1) !== judged) noted.push(judged);
}

/** Files that are missing and that steps create: `sort a > b && mv b a`. */
export class MadeFiles {
  readonly #book: FactBook;
  /** The steps that write to a path, and to something within a folder. */
  readonly #writing: StepsByPath = new Map();
  readonly #within: StepsByPath = new Map();

  constructor(steps: readonly JudgedStep[], book: FactBook) {
    this.#book = book;
    for (const judged of steps)
      for (const path of pathsWritten(judged)) {
        note(this.#writing, path, judged);
        for (const folder of foldersFrom(path).slice(1)) note(this.#within, folder, judged);
      }
  }

  /** Whether a path is missing, and every step that writes to it, to a folder around it or into it creates it as a file. */
  has(path: string): boolean {
    if (this.#book.path(path, '/').kind !== 'missing') return false;
    const others = (judged: JudgedStep) => judged.brought?.includes(path) !== true;
    const inside = (this.#within.get(path) ?? []).filter(others);
    if (!inside.every(putsFiles)) return false;
    const writers = foldersFrom(path)
      .flatMap((one) => this.#writing.get(one) ?? [])
      .filter(others);
    return writers.length > 0 && writers.every((judged) => this.#makesFile(path, judged));
  }

  /** Whether a step that writes to a path, or to a folder around it, creates it as a file. */
  #makesFile(path: string, judged: JudgedStep): boolean {
    const { step, program, by } = judged;
    if (by !== 'profile') return false;
    if (program === null || makesFiles.has(program.base) || putsFiles(judged)) return true;
    const cwd = step.cwds?.length === 1 ? step.cwds[0] : undefined;
    const redirected = step.redirects.filter(({ access, target }) => {
      const text = access === 'write' && cwd !== undefined ? textOf(target) : null;
      return text !== null && this.#book.path(text, cwd ?? '/').realPath === path;
    });
    return redirected.length === pathsWritten(judged).filter((one) => isWithin(path, one)).length;
  }
}
