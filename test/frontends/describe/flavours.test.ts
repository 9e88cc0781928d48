import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../../../src/config/schema.ts';
import type { ShellFlavour } from '../../../src/core/effect.ts';
import { listForModels, listTool } from '../../../src/frontends/describe/listing.ts';
import { toldOf } from '../../../src/frontends/describe/told.ts';
import { loadTools } from '../../../src/tools/registry.ts';
import { shell } from '../../../src/tools/shell/tool.ts';
import type { ToolContext } from '../../../src/tools/tool-context.ts';
import { contextFor } from '../../helpers/file-context.ts';

const flavours = ['bash', 'sh', 'pwsh', 'powershell', 'git-bash', null] as const;
const settings = defaultSettings();

function contextWith(flavour: ShellFlavour | null, given: Settings = settings, cwd = '/w'): ToolContext {
  const base = contextFor('/nowhere', given);
  const found = flavour === null ? null : { flavour, path: '/bin/sh', version: null };
  return {
    ...base,
    workspace: { ...base.workspace, cwd },
    machine: { ...base.machine, pty: true, shell: found },
  };
}

/** Everything that makes the catalogue longer. */
const full: Settings = {
  ...settings,
  hosts: { box: { command: ['ssh', 'box'] } },
  elevated: { enabled: true, allowed: true, mode: 'ask' },
};

/** What the stateless revision of MCP adds to the list. */
const envelope = 150;

describe('the catalogue', () => {
  it.each(
    flavours.flatMap(
      (flavour) =>
        [
          [flavour, 'by default', settings],
          [flavour, 'with every field', full],
        ] as const,
    ),
  )('fits for %s %s', async (flavour, _, given) => {
    const tools = listForModels(
      await Promise.all((await loadTools()).map(toldOf)),
      contextWith(flavour, given, `/${'deep/'.repeat(800)}`),
    );
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(10_240 - envelope);
  });

  it('has no tool that the configuration leaves nothing to do', async () => {
    const told = await Promise.all((await loadTools()).map(toldOf));
    const namesWith = (capabilities: readonly ('image' | 'video')[]) => {
      const media = { ...settings.media, capabilities: [...capabilities] };
      return listForModels(told, contextWith('bash', { ...settings, media })).map(({ name }) => name);
    };
    expect(namesWith(['video'])).toContain('read_media');
    expect(namesWith([])).toEqual(told.map(({ name }) => name).filter((name) => name !== 'read_media'));
  });

  it('does not tell models what only hardens the policy', async () => {
    const told = await toldOf(shell);
    const [tool] = listForModels([told], contextWith('bash'));
    expect(tool?.inputSchema.properties).not.toHaveProperty('security');
    const { inputSchema } = listTool(told, contextWith('bash'));
    expect(inputSchema.properties).toHaveProperty('security');
  });
});

describe('the description of shell', () => {
  it.each<[ShellFlavour | null, string]>([
    ['bash', 'Run a command in bash. '],
    ['sh', 'Run a command in POSIX sh (no bash extensions). '],
    ['pwsh', 'Run a command in PowerShell 7. '],
    ['powershell', 'Run a command in Windows PowerShell 5.1 (no && or ||). '],
    ['git-bash', 'Run a command in Git Bash (paths as /c/…). '],
    [null, 'Run a command in the shell (none was found; use argv). '],
  ])('names %s', (flavour, start) => {
    expect(shell.describe(contextWith(flavour))).toContain(start);
  });

  it('says the limits, the workspace and the policy that are in force', () => {
    const { approval, caps } = settings;
    const given: Settings = {
      ...settings,
      approval: { ...approval, security: 'full', ask: 'always' },
      shell: { ...settings.shell, timeoutSeconds: 7, maxTimeoutSeconds: 70 },
      caps: { ...caps, outputChars: 700 },
    };
    const text = shell.describe(contextWith('bash', given, '/a\nb/ws'));
    for (const part of [
      'Timeout 7 s, at most 70 s.',
      'Output past 700 characters',
      'policy full, ask always.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('\n');
    expect(text).toContain('Folder "/a\\nb/ws"; policy');
  });

  it('cuts no character of a long folder in two', () => {
    const folder = `/${'x'.repeat(30)}😀${'y'.repeat(39)}`;
    expect(shell.describe(contextWith('bash', settings, folder))).toContain(
      `Folder …${'y'.repeat(39)}; policy`,
    );
  });
});
