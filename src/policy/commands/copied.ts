import { ownValue } from '../../core/record.ts';
import { optionValue } from '../programs/option-value.ts';
import { words } from '../programs/words.ts';
import type { Candidate } from '../rules/pattern.ts';
import { placingOf } from './placed.ts';

/** Which words of a program name files that it copies, packs, sends or shows, so that their content is read. */
interface CopyForm {
  /** A word without which it does something else. */
  readonly under?: RegExp;
  /** Options whose value is such a file, and what of the value is: the first group. */
  readonly options?: readonly string[];
  readonly value?: RegExp;
  /** Whether operands are, from which on, and options of which the value is no operand. */
  readonly operandsFrom?: number;
  readonly valued?: readonly string[];
}

const packer: CopyForm = { operandsFrom: 0 };
const pager: CopyForm = { operandsFrom: 0, valued: words('-b -D -h -j -k -o -O -p -P -t -T -x -y -z') };
const highlighter: CopyForm = {
  operandsFrom: 0,
  valued: words(
    '-l -H -r -m --language --highlight-line --line-range --map-syntax --theme --style --tabs --wrap --file-name',
  ),
};
const sent = words('-d --data --data-binary --data-ascii --data-urlencode --json');

const forms: Readonly<Record<string, readonly CopyForm[]>> = {
  tar: [
    {
      under: /^(-(?=[A-Za-z]*[cru])[A-Za-z]+|--create|--append|--update)$/,
      operandsFrom: 0,
      valued: words(
        '-f -C -X -I -T -g -V --file --directory --exclude-from --exclude --transform --owner --group',
      ),
    },
  ],
  zip: [{ operandsFrom: 1, valued: words('-x -i -P -b -t') }],
  '7z': [{ under: /^a$/, operandsFrom: 2 }],
  gzip: [packer],
  bzip2: [packer],
  xz: [packer],
  zstd: [{ operandsFrom: 0, valued: ['-o'] }],
  curl: [
    { options: ['-F', '--form'], value: /^[^=]*=[@<]([^;]+)/s },
    { options: sent, value: /^(?:[^=@]*)@(.+)$/s },
    { options: ['-T', '--upload-file'] },
  ],
  wget: [{ options: ['--post-file', '--body-file'] }],
  dd: [{ operandsFrom: 0 }],
  less: [pager],
  more: [pager],
  most: [pager],
  bat: [highlighter],
  batcat: [highlighter],
  openssl: [{ under: /^(enc|base64|dgst)$/, options: ['-in'] }],
  aws: [{ under: /^(cp|mv|sync)$/, operandsFrom: 2 }],
  gsutil: [{ under: /^(cp|mv|rsync)$/, operandsFrom: 1 }],
  docker: [{ under: /^cp$/, operandsFrom: 1 }],
  podman: [{ under: /^cp$/, operandsFrom: 1 }],
  kubectl: [{ under: /^cp$/, operandsFrom: 1 }],
  gh: [{ under: /^gist$/, operandsFrom: 2 }],
};

/** What a word of `dd` reads; other words as they are. */
function fileOf(base: string, word: string): string | null {
  return base === 'dd' ? (/^if=(.+)$/s.exec(word)?.[1] ?? null) : word;
}

/** Options whose value is no file that is copied, of programs that put things into folders. */
const placing: Readonly<Record<string, readonly string[]>> = {
  scp: words('-c -D -F -i -J -l -o -P -S -X'),
  rsync: words(
    '-e -f -M -T --rsh --filter --exclude --include --exclude-from --include-from --temp-dir --log-file',
  ),
};

/** The words as given, the first of `tar` with the dash that it may go without. */
function dashed(base: string, given: readonly Candidate[]): readonly Candidate[] {
  const [first = null, ...rest] = given;
  return base === 'tar' && first !== null && /^[A-Za-z]+$/.test(first) ? [`-${first}`, ...rest] : given;
}

function filesOf(base: string, form: CopyForm, given: readonly Candidate[]): readonly string[] {
  const { under, options = [], value, operandsFrom, valued = [] } = form;
  if (under !== undefined && !given.slice(0, 2).some((word) => word !== null && under.test(word))) return [];
  const files: string[] = [];
  const operands: string[] = [];
  for (const [index, word] of given.entries()) {
    if (word === null) continue;
    const held = optionValue(word, given[index + 1], options);
    const file = held === null || value === undefined ? held : (value.exec(held)?.[1] ?? null);
    if (file !== null) files.push(file);
    else if (!word.startsWith('-') && optionValue(given[index - 1] ?? '', word, valued) !== word)
      operands.push(word);
  }
  const read = operandsFrom === undefined ? [] : operands.slice(operandsFrom);
  return [...files, ...read.flatMap((word) => fileOf(base, word) ?? [])];
}

/** Files of this machine whose content a command puts or sends elsewhere, or shows, by the words behind its name. */
export function copiedFiles(base: string, given: readonly Candidate[]): readonly string[] {
  const valued = ownValue(placing, base) ?? [];
  const values = new Set(
    given.filter(
      (word, index) => word !== null && optionValue(given[index - 1] ?? '', word, valued) === word,
    ),
  );
  const placed = (placingOf(base, given)?.sources ?? []).filter((word) => !values.has(word));
  const listed = ownValue(forms, base) ?? [];
  const found = [...placed, ...listed.flatMap((form) => filesOf(base, form, dashed(base, given)))];
  // What stands on another machine is named with it.
  return found.filter((file) => !/^[^/]*:/.test(file));
}
