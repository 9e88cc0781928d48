import type { CompletedFlag, CompletedPlace } from './completion-words.ts';
import type { ValueKind } from './value-kinds.ts';

/** A text in fish's single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function ask(kind: ValueKind): string {
  return `'(agent-tools (__agent_tools_where) completion --values ${kind} 2>/dev/null)'`;
}

function flagLine(
  condition: string,
  { names, description, takesValue, choices, isList, values }: CompletedFlag,
): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const words = choices.join(' ');
  const offered = quoted(isList ? `(__agent_tools_listed ${words})` : words);
  const known = values !== null ? ask(values) : choices.length > 0 ? offered : null;
  const value = known !== null ? ` -x -a ${known}` : takesValue ? ' -r -F' : '';
  return `complete -c agent-tools -n ${condition} ${forms.join(' ')} -d ${quoted(description)}${value}\n`;
}

function placeLines({ key, words, values, flags }: CompletedPlace): readonly string[] {
  const first = quoted(`__agent_tools_at "${key}" first`);
  return [
    ...words.map(
      ({ name, description }) =>
        `complete -c agent-tools -n ${first} -f -a ${quoted(name)} -d ${quoted(description)}\n`,
    ),
    ...(values === null ? [] : [`complete -c agent-tools -n ${first} -f -a ${ask(values)}\n`]),
    ...flags.map((flag) => flagLine(quoted(`__agent_tools_at "${key}"`), flag)),
  ];
}

/** Flags that take a value in all places. */
function valuedEverywhere(places: readonly CompletedPlace[]): readonly string[] {
  const all = places.flatMap(({ flags }) => flags);
  const plain = new Set(all.filter(({ takesValue }) => !takesValue).flatMap(({ names }) => names));
  const valued = new Set(all.filter(({ takesValue }) => takesValue).flatMap(({ names }) => names));
  return [...valued].filter((name) => !plain.has(name));
}

/** The completion script for fish 3.0 and later. */
export function renderFish(places: readonly CompletedPlace[]): string {
  return `# Completion of agent-tools for fish: agent-tools completion fish | source
function __agent_tools_where --description 'The words so far that say which configuration and folder count'
    set -l flag ''
    for word in (commandline -opc)[2..-1]
        if test -n "$flag"
            printf '%s\\n' $flag (string replace -r -- '^~/' "$HOME/" $word)
            set flag ''
        else if contains -- $word --config --cwd -C
            set flag $word
        else if string match -q -r -- '^--(config|cwd)=' $word
            echo -- $word
        end
    end
end
function __agent_tools_at --description 'Whether the words so far lead to $argv[1], and with $argv[2] no other word follows'
    set -l key ''
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$key $word")
        if test $skip = 1
            set skip 0
        else if contains -- $word ${valuedEverywhere(places).join(' ')}
            set skip 1
        else if string match -q -- '-*' $word
            continue
        else if test $count = 0; and contains -- "$next" ${places.map(({ key }) => quoted(key)).join(' ')}
            set key $next
        else
            set count (math $count + 1)
        end
    end
    test "$key" = "$argv[1]"; and begin
        test (count $argv) = 1; or test $count = 0
    end
end
function __agent_tools_listed --description 'The words, each behind what is typed up to the last comma'
    set -l head (commandline -ct | string replace -r -- '^--[a-z-]+=' '' | string match -r -- '^.*,')
    for word in $argv
        echo -- "$head$word"
    end
end
complete -c agent-tools -e
${places.flatMap(placeLines).join('')}`;
}
