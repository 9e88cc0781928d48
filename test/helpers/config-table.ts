import { describeOption, listOptions } from '../../src/config/options.ts';

/** The Markdown table of every option: key, default, environment variable, meaning. */
export function renderConfigTable(): string {
  const rows = listOptions().map((option) => [
    code(option.key),
    code(JSON.stringify(option.fallback)),
    code(option.variable),
    cell(describeOption(option)),
  ]);
  const head = ['Key', 'Default', 'Environment variable', 'Meaning'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function code(text: string): string {
  return `\`${cell(text)}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
