import { isHarmlessAwk } from '../profiles/awk-program.ts';
import { isHarmlessSed } from '../profiles/sed-script.ts';

/** Words of `sed` and `awk` that hold a program, unless it is certain to be harmless. */
export function languageVetoes(base: string, args: readonly string[]): Set<number> | null {
  const isSed = /^g?sed$/.test(base);
  if (!isSed && !/^[gmn]?awk$/.test(base)) return null;
  const words = new Set<number>();
  const check = (index: number, text: string) => {
    if (!(isSed ? isHarmlessSed(text) : isHarmlessAwk(text))) words.add(index);
  };
  let given = false;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    const option = isSed
      ? /^-(?:[nErsuz]*([efl])|-(expression|file)=?)(.*)$/s.exec(word)
      : /^-([fvFeiElL])(.*)$/s.exec(word);
    if (!word.startsWith('-') || word === '-') {
      if (!given) check(index, word);
      given = true;
      if (!isSed) break;
      continue;
    }
    if (option === null) {
      if (
        !isSed ||
        (word.startsWith('--') &&
          !/^--(quiet|silent|in-place|regexp-extended|separate|null-data|unbuffered|posix|debug)/.test(word))
      )
        words.add(index);
      continue;
    }
    const name = option[1] ?? option[2]?.[0] ?? '';
    const attached = option.at(-1) ?? '';
    const at = attached === '' ? index + 1 : index;
    const text = attached === '' ? (args[at] ?? '') : attached;
    index = at;
    if (isSed && name === 'e') check(at, text);
    else if (isSed ? name === 'f' : !/[vF]/.test(name)) words.add(at).add(index);
    given ||= name === 'e' || name === 'f';
  }
  return words;
}
