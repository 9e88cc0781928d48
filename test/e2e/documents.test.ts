import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, tempFolder } from '../helpers/binary.ts';
import { type Block, blocksOf, markerValues, root } from '../helpers/document-blocks.ts';

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const blocks = new Map(documents.map((document) => [document, blocksOf(document)]));
const all = [...blocks.values()].flat();

/** What the documents' examples speak of. */
const project: Readonly<Record<string, string>> = {
  Makefile: 'all test world:\n\t@echo made $@\n',
  'notes.txt': 'first\na b\n',
  'access.log': 'GET /\nGET /a\n',
  'src/a.ts': 'const a = 1; // TODO\n',
  'src/main.c': 'int main() { return 0; }\n',
  data: 'data\n',
};

interface Workspace {
  readonly folder: string;
  readonly env: Record<string, string>;
}

/** A project and a home of its own, with the binary in PATH and a node when it is asked for. */
function prepare(document: string, marker: string): Workspace {
  const home = tempFolder();
  const folder = join(home, 'project');
  const files = (blocks.get(document) ?? []).flatMap(({ marker: own, body }) => {
    const [name] = markerValues(own, 'file');
    return name === undefined ? [] : [[name, body] as const];
  });
  for (const [name, text] of [...Object.entries(project), ...files]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(home, 'bin'));
  symlinkSync(binary, join(home, 'bin/agent-tools'));
  spawnSync('git', ['init', '-q', folder]);
  const words = marker.split(/[\s:]+/);
  const settings = {
    AGENT_TOOLS_APPROVAL_SECURITY: 'full',
    AGENT_TOOLS_APPROVAL_ASK: 'off',
  };
  const node = { build7: { command: [join(home, 'bin/agent-tools'), 'rpc', '--yolo'] } };
  const env = {
    PATH: [join(home, 'bin'), process.env.PATH ?? ''].join(delimiter),
    ...(words.includes('yolo') ? settings : {}),
    ...(words.includes('node') ? { AGENT_TOOLS_HOSTS: JSON.stringify(node) } : {}),
  };
  return { folder, env: cleanEnv(home, env) };
}

/** Runs a block in bash: all it printed, and what its failing commands exited with. */
function runBlock({ body }: Block, { folder, env }: Workspace) {
  const statuses = join(env.HOME ?? '', 'statuses');
  const script = `exec 2>&1; trap 'echo "$?" >>"${statuses}"' ERR\n${body}`;
  const { stdout, error } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
    input: '',
    timeout: 240_000,
  });
  expect(error).toBeUndefined();
  const failed = existsSync(statuses) ? readFileSync(statuses, 'utf8').trim().split('\n') : [];
  return { stdout, failed };
}

/** The shown output as a pattern: `…` is anything. */
function shownAs(output: string): RegExp {
  const parts = output.trimEnd().split('…');
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[\\s\\S]*?')}$`);
}

describe('the commands of the documents', () => {
  it('are all tested, here or elsewhere', () => {
    const wanted = all.filter(({ language }) => /^(sh|jsonc?|python|toml|yaml)$/.test(language));
    expect(wanted.filter(({ marker }) => marker === '').map(({ title }) => title)).toEqual([]);
  });

  it.each(all.filter(({ marker }) => marker.startsWith('tested by')))(
    '$title: $marker is there',
    ({ marker, line, title }) => {
      const name = marker.replace('tested by: ', '');
      const text = readFileSync(join(root, name), 'utf8');
      const document = title.slice(0, title.indexOf(`:${line} `));
      expect(name === '.ci/run' || text.includes(document)).toBe(true);
    },
  );

  for (const [document, own] of blocks)
    it.for(own.filter(({ marker }) => /^run\b/.test(marker)))(
      '$title runs',
      { timeout: 300_000 },
      (block, context) => {
        const [program] = markerValues(block.marker, 'needs');
        if (program !== undefined && spawnSync('which', [program]).status !== 0)
          context.skip(`${program} is not installed`);
        const { stdout, failed } = runBlock(block, prepare(document, block.marker));
        expect(failed, stdout).toEqual(markerValues(block.marker, 'status'));
        if (block.output !== null) expect(stdout.trimEnd()).toMatch(shownAs(block.output));
      },
    );

  it.each(all.filter(({ marker }) => /^config\b/.test(marker)))('$title loads', ({ body }) => {
    const home = tempFolder();
    const file = join(home, 'config.json');
    writeFileSync(file, body);
    chmodSync(file, 0o600);
    const shown = spawnSync(binary, ['--config', file, 'config', 'show'], {
      env: cleanEnv(home),
      cwd: home,
      encoding: 'utf8',
    });
    expect(shown.stderr).toBe('');
    expect(shown.status).toBe(0);
  });

  it.each(documents)('%s links only to what is there', (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });

  it('say them in a README of at most four screens', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(201);
  });
});
