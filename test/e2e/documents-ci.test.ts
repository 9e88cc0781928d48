import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { failureTable } from '../../src/core/failure.ts';
import { type Block, blocksOf, root } from '../helpers/document-blocks.ts';
import { runBlock } from '../helpers/document-run.ts';

const document = 'docs/ci.md';
const blocks = blocksOf(document);

/** Runs a script where the page's `ci.json` lies, with a `make` that prints its words. */
function runWithConfig(body: string) {
  const config = blocks.find(({ marker }) => marker === 'file: ci.json');
  if (config === undefined) throw new Error('docs/ci.md has no ci.json');
  const script: Block = { ...config, language: 'sh', marker: 'run: programs make', body, output: null };
  return runBlock(script, blocks);
}

function blockUnder(heading: string): Block {
  const found = blocks.find((block) => block.heading === heading && block.marker.startsWith('not run'));
  if (found === undefined) throw new Error(`docs/ci.md has nothing under "${heading}"`);
  return found;
}

describe('docs/ci.md', () => {
  it('has the exit status of every way to fail', () => {
    const text = readFileSync(join(root, document), 'utf8');
    const table = text.slice(text.indexOf('<!-- exit statuses -->'));
    const rows = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| (\d+) \|[^|]*\|([^|]*)\|$/gm)];
    const shown = rows.flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${code} ${status}`),
    );
    const known = Object.entries(failureTable).map(([code, { exitStatus }]) => `${code} ${exitStatus}`);
    expect(shown.toSorted()).toEqual(known.toSorted());
  });

  it('shows a workflow whose commands run', () => {
    const { jobs } = parse(blockUnder('GitHub Actions').body);
    const variables: readonly [string, string][] = Object.entries(jobs.test.env);
    const exports = variables.map(
      ([name, value]) => `export ${name}="${value.replace(/\$\{\{ github\.workspace \}\}/, '$PWD')}"`,
    );
    const steps: readonly { readonly run?: string }[] = jobs.test.steps;
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands.length).toBeGreaterThan(3);
    const { outputs, failed } = runWithConfig([...exports, ...commands].join('\n'));
    expect(failed, outputs.join('')).toEqual([]);
    expect(outputs[0]).toContain('\nmake test\n');
    expect(outputs[0]).toContain('the chain of 1 line in 1 file is whole');
  });

  it('shows containers whose commands run', () => {
    const inside = blockUnder('Docker').body.matchAll(/^docker run (.*) my-image (.*)$/gm);
    const commands = [...inside].map(([, options = '', command = '']) => {
      const [, variable] = / -e (\S+)/.exec(options) ?? [];
      return `${variable?.replace('/work', '$PWD') ?? ''} ${command}`.trim();
    });
    expect(commands.length).toBe(2);
    const { outputs, failed } = runWithConfig(commands.join('\n'));
    expect(failed, outputs.join('')).toEqual([]);
    expect(outputs).toEqual(['make test\nmake test\n']);
  });
});
