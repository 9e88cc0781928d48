import { inSingleQuotes } from '../../../core/text/quote-word.ts';
import type { CompletedFlag, CompletedPlace } from './completion-words.ts';

/** `name:description` for `_describe`. */
function item(name: string, description: string): string {
  return inSingleQuotes(`${name.replaceAll(':', '\\:')}:${description}`);
}

function flagItems(flags: readonly CompletedFlag[]): string {
  return flags.flatMap(({ names, description }) => names.map((name) => item(name, description))).join(' ');
}

/** The case for a flag's value; empty if nothing is known about it. */
function valueCase({ names, choices, isList, values }: CompletedFlag): string {
  if (choices.length === 0 && values === null) return '';
  const known = values === null ? `choices=(${choices.map(inSingleQuotes).join(' ')})` : `kind=${values}`;
  return `        ${names.join('|')}) ${known}${isList ? '; is_list=1' : ''} ;;\n`;
}

/** The branch of a place: its words, its flags, those that take a value, and known values. */
function branch({ key, words, values, flags }: CompletedPlace): string {
  const valued = flags.filter((flag) => flag.takesValue);
  return (
    `    ${inSingleQuotes(key)})\n` +
    `      words_=(${words.map((word) => item(word.name, word.description)).join(' ')})\n` +
    `      flags=(${flagItems(flags)})\n` +
    `      valued=(${valued.flatMap(({ names }) => names.map(inSingleQuotes)).join(' ')})\n` +
    `      case $pending in\n${valued.map(valueCase).join('')}        '') kind=${values ?? "''"} ;;\n      esac\n` +
    '      ;;\n'
  );
}

/** The completion script for zsh; works with `eval` and as a file `_agent-tools` in `fpath`. */
export function renderZsh(places: readonly CompletedPlace[]): string {
  return `#compdef agent-tools
# Completion of agent-tools for zsh: eval "$(agent-tools completion zsh)"
_agent_tools_load() {
  choices=()
  kind=''
  is_list=''
  case $key in
${places.map(branch).join('')}  esac
}
_agent_tools() {
  local key='' pending='' kind='' is_list='' word next
  local -a words_ flags valued choices where
  local -a keys=(${places.map(({ key }) => inSingleQuotes(key)).join(' ')})
  local -i index count=0
  _agent_tools_load
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    next=\${key:+$key }$word
    if [[ -n $pending ]]; then
      case $pending in --config|--cwd|-C) where+=($pending \${(Q)word/#\\~\\//$HOME/}) ;; esac
      pending=''
    elif [[ $word == --(config|cwd)=* ]]; then
      where+=($word)
    elif [[ $word == -- ]]; then
      _files
      return
    elif [[ $word == -* ]]; then
      (( \${valued[(Ie)$word]} )) && pending=$word
    elif (( count == 0 && \${keys[(Ie)$next]} )); then
      key=$next
      _agent_tools_load
    else
      (( count++ ))
    fi
  done
  if [[ -z $pending && $PREFIX == --*=* ]] && (( \${valued[(Ie)\${PREFIX%%=*}]} )); then
    pending=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  _agent_tools_load
  [[ -n $is_list ]] && compset -P '*,'
  if [[ -n $kind && ( -n $pending || ( $PREFIX != -* && $count == 0 ) ) ]]; then
    choices=(\${(f)"$(agent-tools $where completion --values $kind 2>/dev/null)"})
    compadd -a choices
  elif [[ -n $pending ]]; then
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
