import { inSingleQuotes } from '../../../core/text/quote-word.ts';
import type { CompletedFlag, CompletedPlace } from './completion-words.ts';

type Row = readonly [pattern: string, words: readonly string[]];

const namesOf = (flags: readonly CompletedFlag[]): readonly string[] => flags.flatMap(({ names }) => names);

/** A function that prints the words of the row that its first argument names. */
function table(name: string, rows: readonly Row[]): string {
  const cases = rows
    .filter(([, words]) => words.length > 0)
    .map(
      ([pattern, words]) =>
        `    ${inSingleQuotes(pattern)}) printf '%s' ${inSingleQuotes(words.join(' '))} ;;\n`,
    )
    .join('');
  return `_agent_tools_${name}() {\n  case "$1" in\n${cases}  esac\n}\n`;
}

/** Rows of `place:flag` and words about the flag's value. */
function flagRows(
  places: readonly CompletedPlace[],
  wordsOf: (flag: CompletedFlag) => readonly string[],
): readonly Row[] {
  return places.flatMap(({ key, flags }) =>
    flags.flatMap((flag) => flag.names.map((name): Row => [`${key}:${name}`, wordsOf(flag)])),
  );
}

/** The completion script for bash 3.2 and later. */
export function renderBash(places: readonly CompletedPlace[]): string {
  const perPlace = (wordsOf: (place: CompletedPlace) => readonly string[]): readonly Row[] =>
    places.map((place): Row => [place.key, wordsOf(place)]);
  const valued = perPlace(({ flags }) => namesOf(flags.filter(({ takesValue }) => takesValue)));
  return [
    '# Completion of agent-tools for bash: eval "$(agent-tools completion bash)"\n',
    table(
      'words',
      perPlace(({ words }) => words.map((word) => word.name)),
    ),
    table(
      'flags',
      perPlace(({ flags }) => namesOf(flags)),
    ),
    table('valued', valued),
    table(
      'choices',
      flagRows(places, ({ choices }) => choices),
    ),
    table(
      'lists',
      flagRows(places, ({ isList }) => (isList ? ['yes'] : [])),
    ),
    table('values', [
      ...places.map(({ key, values }): Row => [`${key}:`, values === null ? [] : [values]]),
      ...flagRows(places, ({ values }) => (values === null ? [] : [values])),
    ]),
    driver,
  ].join('');
}

/** Finds the place, the options that select the configuration and the number of words, then asks the tables; never expands file names. */
const driver = `_agent_tools() {
  local cur=\${COMP_WORDS[COMP_CWORD]} key= prev= count=0 rest= words= kind= head= index word next line
  local where=()
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ -n $prev ]]; then
      if [[ $word != = ]]; then
        case $prev in --config | --cwd | -C) where+=("$prev" "\${word/#\\~\\//$HOME/}") ;; esac
        prev=
      fi
    elif [[ $word == -- ]]; then
      rest=1
      break
    elif [[ $word == -* ]]; then
      [[ " $(_agent_tools_valued "$key") " == *" $word "* ]] && prev=$word
    else
      next=\${key:+$key }$word
      if [[ $count == 0 && -n $(_agent_tools_flags "$next") ]]; then
        key=$next
      else
        count=$((count + 1))
      fi
    fi
  done
  [[ $cur == = ]] && cur=
  if [[ -n $rest ]]; then
    words=
  elif [[ -n $prev ]]; then
    words=$(_agent_tools_choices "$key:$prev")
    kind=$(_agent_tools_values "$key:$prev")
    [[ $cur == *,* && -n $(_agent_tools_lists "$key:$prev") ]] && head=\${cur%,*},
  elif [[ $cur == -* ]]; then
    words=$(_agent_tools_flags "$key")
  elif [[ $count == 0 ]]; then
    words=$(_agent_tools_words "$key")
    kind=$(_agent_tools_values "$key:")
  fi
  [[ -n $kind ]] && words=$(agent-tools \${where[@]+"\${where[@]}"} completion --values "$kind" 2>/dev/null)
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -P "$head" -W "$words" -- "\${cur#"$head"}"))
  elif [[ -z $kind && ( -n $rest || $cur != -* ) ]]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _agent_tools agent-tools
`;
