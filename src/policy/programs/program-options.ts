import { words } from './words.ts';

/** Options with a value that is neither an operand nor a file, of programs that read some of their files and write others. */
export const valuedOf = {
  awk: words('-f -F -v -e -i'),
  csplit: words('-b -f -n --suffix-format --prefix --digits'),
  ed: ['-p'],
  editor: words('-c -u -U -S -i -T -w -W --cmd'),
  split: words(
    '-a -b -C -l -n -t --bytes --lines --line-bytes --number --suffix-length --separator --filter --additional-suffix',
  ),
  zip: words('-x -i -P -b -t -tt -n -s -O'),
} as const;
