import { optionValue } from '../programs/option-value.ts';
import type { Words } from '../rules/pattern.ts';
import { reads, removes } from './deeds.ts';
import type { CodeLanguage, ProgramWords } from './language.ts';
import { spanning } from './quotes.ts';

/** All commands that an editor is given by options, each on a line; null for none. */
function commandsIn(words: Words): ProgramWords | null {
  const commands = words.flatMap((word, index) => {
    if (word === null) return [];
    if (word.startsWith('+')) return [word.slice(1)];
    return optionValue(word, words[index + 1], ['-c', '--cmd']) ?? [];
  });
  return commands.length === 0 ? null : { code: commands.join('\n'), argv: [] };
}

/** Commands of vim, with those of lua and python in them. */
export const vim = (): CodeLanguage => ({
  options: [],
  // What begins with a quote may be a text as well.
  comment: /(?!)/y,
  quotes: spanning,
  program: commandsIn,
  calls: [
    { name: /^(?:vim\.fn\.)?(?:system(?:list)?|termopen|jobstart|job_start)$/ },
    { name: /^(?:vim\.system|os\.(?:execute|system|popen)|io\.popen|subprocess\.\w+)$/ },
    { name: /^(?:vim\.fn\.)?delete$/, as: removes, by: /^rf$/ },
    { name: /^(?:vim\.fs\.rm|shutil\.rmtree)$/, as: removes },
    { name: /^(?:vim\.fn\.)?readfile$/, as: reads },
  ],
});
