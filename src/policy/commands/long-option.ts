/**
 * Whether a word is a long option, dashes included, perhaps cut short as getopt_long(3) takes it: to no fewer than `least`
 * characters, which tell it from all others.
 */
export function isLongOption(word: string, option: string, least = 3): boolean {
  return word.length >= least && word.startsWith('--') && option.startsWith(word);
}
