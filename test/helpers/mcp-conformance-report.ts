import type { Result } from './mcp-conformance.ts';
import { notApplicable, packages, type Requirements, unscored } from './mcp-conformance-scope.ts';

export interface Findings {
  readonly suites: readonly { readonly version: Requirements; readonly results: readonly Result[] }[];
  readonly inspected: readonly Result[];
  readonly clients: readonly Result[];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const mark = ({ passed }: Result): string => (passed ? 'passes' : '**fails**');

function isExcepted(version: Requirements, { name }: Result): boolean {
  return notApplicable.some(({ scenario, versions }) => scenario === name && versions.includes(version));
}

/** What was found as docs/conformance.md, and whether everything that applies passed. */
export function renderReport({ suites, inspected, clients }: Findings) {
  const scored = suites.map(({ version, results }) => ({
    version,
    results: results.filter((result) => !unscored.test(result.name) && !isExcepted(version, result)),
  }));
  const all = [...scored.flatMap(({ results }) => results), ...inspected, ...clients];
  const text = [
    '# Conformance',
    '',
    'Written by `npm run conformance`. It installs the official packages into a temp folder (none is a dependency):',
    '',
    ...Object.entries(packages).map(([name, version]) => `- \`${name}\` ${version}`),
    '',
    'The suite speaks HTTP and calls fixture tools by name, so it reaches `test/helpers/mcp-fixture-server.ts`, which shares the',
    'dispatcher of `agent-tools mcp`, through `test/helpers/stdio-http-bridge.mjs`. Inspector and clients drive the compiled binary.',
    ...scored.flatMap(({ version, results }) => [
      '',
      `## Suite, requirements of ${version}`,
      '',
      table(
        ['scenario', 'result', ''],
        results.map((result) => [result.name, mark(result), result.detail]),
      ),
    ]),
    '',
    '## Scored scenarios that do not apply or warn',
    '',
    table(
      ['scenario', 'requirements', 'why'],
      notApplicable.map(({ scenario, versions, reason }) => [scenario, versions.join(', '), reason]),
    ),
    '',
    'Not scored by the suite, and not offered: tasks (an extension) and what concerns HTTP alone. The suite cannot see framing, the',
    'purity of stdout, cancellation, the end of input and orphans: `test/frontends/mcp` and `test/e2e/mcp.test.ts` do.',
    '',
    '## Inspector (`--strict`)',
    '',
    table(
      ['era and call', 'result', ''],
      inspected.map((result) => [`\`${result.name}\``, mark(result), result.detail]),
    ),
    '',
    '## TypeScript clients',
    '',
    table(
      ['client', 'result', ''],
      clients.map((result) => [result.name, mark(result), result.detail]),
    ),
    '',
  ].join('\n');
  return { text, passed: all.every(({ passed }) => passed) };
}
