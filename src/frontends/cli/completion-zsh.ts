import { type CompletedCommand, type CompletedFlag, leadingFlags, quoted } from './completion-words.ts';

/** `name:description` as `_describe` takes it. */
function item(name: string, description: string): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`);
}

function flagItems(flags: readonly CompletedFlag[]): string {
  return flags.flatMap(({ names, description }) => names.map((name) => item(name, description))).join(' ');
}

/** The branch of one command: its words, its flags, the flags that take a value and the values that are known. */
function branch({ name, words, flags }: Pick<CompletedCommand, 'name' | 'words' | 'flags'>): string {
  const valued = flags.filter((flag) => flag.takesValue);
  const choices = valued
    .filter((flag) => flag.choices.length > 0)
    .map((flag) => `        ${flag.names.join('|')}) choices=(${flag.choices.map(quoted).join(' ')}) ;;\n`)
    .join('');
  return (
    `    ${quoted(name)})\n` +
    `      words_=(${words.map((word) => item(word.name, word.description)).join(' ')})\n` +
    `      flags=(${flagItems(flags)})\n` +
    `      valued=(${valued.flatMap(({ names }) => names.map(quoted)).join(' ')})\n` +
    `      case $pending in\n${choices}      esac\n` +
    '      ;;\n'
  );
}

/** The completion script of zsh; works when it is evaluated and as a file `_agent-tools` in `fpath`. */
export function renderZsh(commands: readonly CompletedCommand[]): string {
  const all = [{ name: '', flags: leadingFlags, words: commands }, ...commands];
  return `#compdef agent-tools
# Completion of agent-tools for zsh: eval "$(agent-tools completion zsh)"
_agent_tools_load() {
  choices=()
  case $command in
${all.map(branch).join('')}  esac
}
_agent_tools() {
  local command='' pending='' word
  local -a words_ flags valued choices
  local -i index count=0
  _agent_tools_load
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    if [[ -n $pending ]]; then
      pending=''
    elif [[ $word == -- ]]; then
      _files
      return
    elif [[ $word == -* ]]; then
      (( \${valued[(Ie)$word]} )) && pending=$word
    elif [[ -z $command ]]; then
      command=$word
      _agent_tools_load
    else
      (( count++ ))
    fi
  done
  _agent_tools_load
  if [[ -n $pending ]]; then
    if (( $#choices )); then compadd -a choices; else _files; fi
  elif [[ $PREFIX == -* ]]; then
    _describe -o flag flags
  elif (( count == 0 && $#words_ )); then
    _describe word words_
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _agent-tools ]]; then _agent_tools "$@"; else compdef _agent_tools agent-tools; fi
`;
}
