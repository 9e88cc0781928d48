import { describe, expect, it } from 'vitest';
import { listOptions } from '../../src/config/options.ts';
import { renderConfigTable } from '../helpers/config-table.ts';

describe('the table of options', () => {
  const lines = renderConfigTable().trimEnd().split('\n');

  it('is Markdown with one row an option', () => {
    expect(lines.slice(0, 2)).toEqual([
      '| Key | Default | Environment variable | Meaning |',
      '| --- | --- | --- | --- |',
    ]);
    expect(lines).toHaveLength(listOptions().length + 2);
    for (const line of lines) expect(line.split(/(?<!\\)\|/)).toHaveLength(6);
  });

  it.each([
    '| `shell.timeoutSeconds` | `60` | `AGENT_TOOLS_SHELL_TIMEOUT_SECONDS` | Default time limit of a foreground command; a whole number from 1 to 86400 |',
    '| `guard` | `true` | `AGENT_TOOLS_GUARD` | Whether catastrophes are refused even under security full |',
    '| `shell.env.inherit` | `"all"` | `AGENT_TOOLS_SHELL_ENV_INHERIT` | Which variables commands inherit; "none", "core" or "all" |',
  ])('holds %s', (row) => {
    expect(lines).toContain(row);
  });
});
