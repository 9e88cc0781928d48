import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import {
  type Block,
  blocksOf,
  consoleEntries,
  markerValues,
  renderConsole,
  root,
} from '../helpers/document-blocks.ts';
import { type BlockRun, isShownAs, missingFor, runBlock } from '../helpers/document-run.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const blocks = new Map(documents.map((document) => [document, blocksOf(document)]));
const all = [...blocks.values()].flat();

/** Compares what a block's commands printed with what is shown; blocks without an output show nothing. */
function expectShown(block: Block, { outputs }: BlockRun): void {
  const shown =
    block.language === 'console' ? consoleEntries(block.body).map(({ output }) => output) : [block.output];
  expect(outputs.length).toBe(shown.length);
  const wrong = outputs.some((printed, index) => {
    const one = shown[index] ?? null;
    return one !== null && !isShownAs(printed, one);
  });
  if (wrong && process.env.UPDATE_DOCUMENTS === '1') rewrite(block, outputs);
  else if (wrong) expect(outputs).toEqual(shown);
}

/** Writes what was printed in place of what was shown. */
function rewrite({ document, language, body, output }: Block, outputs: readonly string[]): void {
  const file = join(root, document);
  const text = readFileSync(file, 'utf8');
  const lines = outputs.map((printed) => (printed.trimEnd() === '' ? '' : `${printed.trimEnd()}\n`));
  const entries = consoleEntries(body).map(({ command }, index) => ({ command, output: lines[index] ?? '' }));
  const after = language === 'console' ? renderConsole(entries) : body;
  const shown = output === null ? '' : `\`\`\`\n\n\`\`\`text\n`;
  const was = `${body}${output === null ? '' : `${shown}${output}`}`;
  writeFileSync(
    file,
    text.replace(was, () => `${after}${output === null ? '' : `${shown}${lines[0] ?? ''}`}`),
  );
}

/** The anchors of a document's headings, as forges make them. */
function anchorsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const headings = text.match(/^#+ .*$/gm) ?? [];
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the commands of the documents', () => {
  it('are all tested, here or elsewhere', () => {
    const wanted = all.filter(({ language }) => /^(sh|console|jsonc?|python|toml|yaml)$/.test(language));
    expect(wanted.filter(({ marker }) => marker === '').map(({ title }) => title)).toEqual([]);
  });

  it.each(all.filter(({ marker }) => marker.startsWith('tested by')))(
    '$title: $marker is there',
    ({ marker, document }) => {
      const name = marker.replace('tested by: ', '');
      const text = readFileSync(join(root, name), 'utf8');
      expect(name === '.ci/run' || text.includes(document)).toBe(true);
    },
  );

  for (const own of blocks.values())
    it.for(own.filter(({ marker }) => /^run\b/.test(marker)))(
      '$title runs',
      { timeout: 300_000 },
      (block, context) => {
        const missing = missingFor(block);
        if (missing !== null) context.skip(missing);
        const run = runBlock(block, own);
        expect(run.failed, run.outputs.join('')).toEqual(markerValues(block.marker, 'status'));
        expectShown(block, run);
      },
    );

  it.each(all.filter(({ marker }) => /^(user )?config$/.test(marker)))('$title loads', ({ body }) => {
    const home = tempFolder();
    const file = join(home, 'config.json');
    writeFileSync(file, body, { mode: 0o600 });
    const shown = spawnSync(binary, ['--config', file, 'config', 'show'], {
      env: cleanEnv(home),
      cwd: home,
      encoding: 'utf8',
    });
    expect(shown.stderr).toBe('');
    expect(shown.status).toBe(0);
  });

  const cookbook = blocks.get('docs/policy-cookbook.md') ?? [];
  const recipes = new Set(cookbook.map(({ heading }) => heading));

  it('work out twenty rules', () => expect(recipes.size).toBeGreaterThanOrEqual(20));

  it.each([...recipes])('show what a rule allows, and what it does not: %s', (recipe) => {
    const own = cookbook.filter(({ heading }) => heading === recipe);
    const [run] = own.filter(({ language }) => language === 'console');
    const refused = markerValues(run?.marker ?? '', 'status').length;
    expect(own.some(({ marker }) => marker === 'user config')).toBe(true);
    expect(refused).toBeGreaterThan(0);
    expect(consoleEntries(run?.body ?? '').length).toBeGreaterThan(refused);
  });

  it.each(documents)('%s links only to what is there', (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = join(root, path === '' ? document : join(dirname(document), path));
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('are all linked from the README', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    expect(documents.slice(1).filter((document) => !text.includes(`](${document}`))).toEqual([]);
  });

  it('say them in a README of at most four screens', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(201);
  });
});
