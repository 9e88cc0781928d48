import { describeOption, listOptions, type Option } from './options.ts';

const header = `// Configuration of agent-tools: JSON with comments and trailing commas. Every key is optional; a line that is commented
// out shows the default. "agent-tools config show" prints what is in force and where each value comes from.
`;

const exampleRules = [
  '{ "tool": "shell", "allow": "npm test *", "match": ["npm test -- -u"], "notMatch": ["npm publish"] },',
  '{ "tool": ["write", "edit"], "allow": "src/**" },',
  '{ "tool": "shell", "deny": "git push *", "reason": "A person pushes" },',
];

/** The text of a new config file: all options with meaning, default and variable, commented out. */
export function renderStarter(): string {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const option of listOptions()) {
    const groups = option.path.slice(0, -1);
    const shared = groups.findIndex((group, index) => open[index] !== group);
    const kept = shared === -1 ? groups.length : shared;
    for (let depth = open.length; depth > kept; depth -= 1) lines.push(`${indent(depth)}},`);
    for (let depth = kept; depth < groups.length; depth += 1)
      lines.push(`${indent(depth + 1)}"${groups[depth]}": {`);
    open = groups;
    lines.push(...renderOption(option).map((line) => indent(groups.length + 1) + line));
  }
  for (let depth = open.length; depth > 0; depth -= 1) lines.push(`${indent(depth)}},`);
  return `${header}{\n${lines.join('\n')}\n}\n`;
}

function renderOption(option: Option): string[] {
  const { key, path, fallback, variable } = option;
  const about = `// ${describeOption(option)} (${variable})`;
  if (key === 'rules')
    return [about, '// "rules": [', ...exampleRules.map((rule) => `//   ${rule}`), '// ],'];
  return [about, `// "${path.at(-1)}": ${JSON.stringify(fallback)},`];
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
