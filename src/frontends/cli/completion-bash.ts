import { type CompletedCommand, type CompletedFlag, leadingFlags } from './completion-words.ts';

type Row = readonly [pattern: string, words: readonly string[]];

const namesOf = (flags: readonly CompletedFlag[]): readonly string[] => flags.flatMap(({ names }) => names);

/** A function that prints the words of the row its first argument names. */
function table(name: string, rows: readonly Row[]): string {
  const cases = rows
    .filter(([, words]) => words.length > 0)
    .map(([pattern, words]) => `    ${pattern}) printf '%s' '${words.join(' ')}' ;;\n`)
    .join('');
  return `_agent_tools_${name}() {\n  case "$1" in\n${cases}  esac\n}\n`;
}

/** `command:flag` and the words its value is one of. */
function choiceRows(commands: readonly Pick<CompletedCommand, 'name' | 'flags'>[]): readonly Row[] {
  return commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ names, choices }) => names.map((flag): Row => [`${name}:${flag}`, choices])),
  );
}

/** The completion script of bash, from 3.2 on. */
export function renderBash(commands: readonly CompletedCommand[]): string {
  const all = [{ name: "''", flags: leadingFlags, words: commands }, ...commands];
  const valued = all.map(({ name, flags }): Row => [name, namesOf(flags.filter((flag) => flag.takesValue))]);
  return [
    '# Completion of agent-tools for bash: eval "$(agent-tools completion bash)"\n',
    table(
      'words',
      all.map(({ name, words }): Row => [name, words.map((word) => word.name)]),
    ),
    table(
      'flags',
      all.map(({ name, flags }): Row => [name, namesOf(flags)]),
    ),
    table('valued', valued),
    table(
      'choices',
      choiceRows(all).map(([key, words]): Row => [key.replace(/^''/, ''), words]),
    ),
    driver,
  ].join('');
}

/** Finds the command's name and how many words follow it, then asks the tables. */
const driver = `_agent_tools() {
  local cur prev command index count words= rest=
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=
  command=
  count=0
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    local word=\${COMP_WORDS[index]}
    if [[ -n $prev ]]; then
      [[ $word == = ]] || prev=
    elif [[ $word == -- ]]; then
      rest=1
      break
    elif [[ $word == -* ]]; then
      [[ " $(_agent_tools_valued "$command") " == *" $word "* ]] && prev=$word
    elif [[ -z $command ]]; then
      command=$word
    else
      count=$((count + 1))
    fi
  done
  [[ $cur == = ]] && cur=
  if [[ -n $rest ]]; then
    words=
  elif [[ -n $prev ]]; then
    words=$(_agent_tools_choices "$command:$prev")
  elif [[ $cur == -* ]]; then
    words=$(_agent_tools_flags "$command")
  elif [[ $count == 0 ]]; then
    words=$(_agent_tools_words "$command")
  fi
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [[ -n $rest || $cur != -* ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _agent_tools agent-tools
`;
