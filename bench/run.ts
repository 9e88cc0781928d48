import { fileRows } from './files.ts';
import { printRows } from './harness.ts';
import { hostRows } from './hosts.ts';
import { nodeRows } from './nodes.ts';
import { outputRows } from './output.ts';
import { policyRows } from './policy.ts';
import { processRows } from './process.ts';
import { sessionRows } from './sessions.ts';

const suites: Readonly<Record<string, { readonly title: string; rows(): ReturnType<typeof processRows> }>> = {
  process: { title: 'Starting, calling, killing, flooding', rows: processRows },
  sessions: { title: 'Background sessions', rows: sessionRows },
  files: { title: 'Reading, editing, searching', rows: fileRows },
  policy: { title: 'Judging commands', rows: policyRows },
  output: { title: 'Collecting output', rows: outputRows },
  hosts: { title: 'Running elsewhere', rows: async () => [...(await hostRows()), ...(await nodeRows())] },
};

const wanted = process.argv.slice(2);
for (const [name, { title, rows }] of Object.entries(suites)) {
  if (wanted.length === 0 || wanted.includes(name)) printRows(title, await rows());
}
