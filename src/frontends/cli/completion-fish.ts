import { type CompletedCommand, type CompletedFlag, leadingFlags } from './completion-words.ts';

/** A text in single quotes of fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function flagLine(condition: string, { names, description, takesValue, choices }: CompletedFlag): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r -F' : '';
  return `complete -c agent-tools -n ${quoted(condition)} ${forms.join(' ')} -d ${quoted(description)}${value}\n`;
}

/** The completion script of fish, from 3.0 on. */
export function renderFish(commands: readonly CompletedCommand[]): string {
  const first = '__agent_tools_is ""';
  const lines = [
    ...leadingFlags.map((flag) => flagLine(first, flag)),
    ...commands.map(
      ({ name, description }) =>
        `complete -c agent-tools -n ${quoted(first)} -f -a ${quoted(name)} -d ${quoted(description)}\n`,
    ),
    ...commands.flatMap(({ name, words, flags }) => [
      ...words.map(
        (word) =>
          `complete -c agent-tools -n ${quoted(`__agent_tools_is ${name} first`)} -f -a ${quoted(word.name)} -d ${quoted(word.description)}\n`,
      ),
      ...flags.map((flag) => flagLine(`__agent_tools_is ${name}`, flag)),
    ]),
  ];
  const valued = leadingFlags.filter(({ takesValue }) => takesValue).flatMap(({ names }) => names);
  return `# Completion of agent-tools for fish: agent-tools completion fish | source
function __agent_tools_is --description 'Whether the command is $argv[1], and with $argv[2] no word follows it'
    set -l command ''
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${valued.join(' ')}
            set skip 1
        else if string match -q -- '-*' $word
            continue
        else if test -z "$command"
            set command $word
        else
            set count (math $count + 1)
        end
    end
    test "$command" = "$argv[1]"; and begin
        test (count $argv) = 1; or test $count = 0
    end
end
complete -c agent-tools -e
${lines.join('')}`;
}
