import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { root } from '../helpers/document-blocks.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const documents = ['.', 'docs', 'skills/agent-tools', 'skills/tmux'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

interface Inline {
  readonly document: string;
  readonly text: string;
}

/** The code inside the sentences and tables of a document. */
function inlineCode(document: string): readonly Inline[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
    document,
    text: code.replaceAll('\\|', '|').replace(/\s+/g, ' '),
  }));
}

/** `a|b c` is `a c` and `b c`. */
function alternatives(text: string): readonly string[] {
  const found = /[\w-]+(?:\|[\w-]+)+/.exec(text);
  if (found === null) return [text];
  const [match] = found;
  return match.split('|').flatMap((word) => alternatives(text.replace(match, word)));
}

/** The words that a shell gives the program. */
function wordsOf(text: string): readonly string[] {
  const folder = tempFolder();
  const script = `agent-tools() { printf '%s\\0' "$@" >&3; }; ${text}`;
  const { output, status } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: cleanEnv(folder),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  expect(output[2], `${text} is no command line (${status})`).toBe('');
  return (output[3] ?? '').split('\0').slice(0, -1);
}

function help(...words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(binary, [...words, '--help'], {
    env: cleanEnv(tempFolder()),
    encoding: 'utf8',
  });
  expect({ stderr, status }, words.join(' ')).toEqual({ stderr: '', status: 0 });
  return stdout;
}

const code = documents.flatMap(inlineCode);
const commands = code
  .filter(({ text }) => /^agent-tools [^…]/.test(text))
  .flatMap(({ document, text }) => alternatives(text).map((one) => ({ document, text: one })));

describe('commands inside sentences', () => {
  it.each(commands)('$document: $text', ({ text }) => {
    const words = wordsOf(text);
    const ended = words.indexOf('--');
    const shown = help(...(ended === -1 ? words : words.slice(0, ended)));
    const [, name = ''] = /^.*\(agent-tools ?(.*)\)$/m.exec(shown) ?? [];
    const [command = '', ...more] = name.split(' ');
    const action = words[words.indexOf(command) + 1];
    const [, choices] = /^ +(?:ACTION|SHELL) +(.*)$/m.exec(shown) ?? [];
    if (choices !== undefined && action !== undefined && !action.startsWith('-'))
      expect(choices.split(/, | or /)).toContain(action);
    if (/^COMMANDS$/m.test(shown)) expect([undefined, ...more]).toContain(action);
  });
});

/** Flags of other programs that the documents speak of. */
const foreign = new Set(['--exec-path', '--script-shell', '--strict', '--yes']);

describe('flags inside sentences', () => {
  const listed = (page: string) => /^COMMANDS\n\n([\s\S]*?)\n\n/m.exec(page)?.[1]?.match(/^ +[\w-]+/gm) ?? [];
  const names = (page: string) => listed(page).map((line) => line.trim());
  const pages = names(help()).flatMap((name) => {
    const page = help(name);
    return [page, ...names(page).map((action) => help(name, action))];
  });

  it.each(pages.map((page) => [/^USAGE .*/m.exec(page)?.[0], page]))(
    '%s tells the exit statuses',
    (_, page) => {
      expect(page).toContain('\n\nEXIT STATUS  0 done, ');
    },
  );

  const known = new Set(pages.flatMap((page) => page.match(/--[a-z][a-z-]*/g) ?? []));

  it('are flags of some command', () => {
    const flags = code.flatMap(({ document, text }) => {
      const [flag] = /^--[a-z][a-z-]*/.exec(text) ?? [];
      return flag === undefined || known.has(flag) || foreign.has(flag) ? [] : [`${document}: ${flag}`];
    });
    expect(known.size).toBeGreaterThan(40);
    expect(flags).toEqual([]);
  });
});
