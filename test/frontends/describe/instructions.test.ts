import { expect, it } from 'vitest';
import { instructionsFor } from '../../../src/frontends/describe/instructions.ts';
import { contextFor } from '../../helpers/file-context.ts';
import { type BenchOptions, settingsWith } from '../../helpers/policy-bench.ts';

const node = { command: ['ssh', '-T', 'build7', 'agent-tools', 'rpc'] };

function said(settings: BenchOptions['settings'], roots: readonly string[] = []): string {
  const context = contextFor('/base', settingsWith(settings));
  const { workspace } = context;
  return instructionsFor({ ...context, workspace: { ...workspace, roots: [...workspace.roots, ...roots] } });
}

it.each<readonly [settings: BenchOptions['settings'], policy: string]>([
  [{}, 'what rules and read-only profiles allow runs at once; a person is asked about the rest.'],
  [
    { approval: { ask: 'off' } },
    'what rules and read-only profiles allow runs at once; the rest is refused.',
  ],
  [{ approval: { security: 'full' } }, 'everything runs but what deny rules and the guard refuse.'],
  [
    { approval: { security: 'full', ask: 'always' } },
    'a person is asked about every command, edit and input to a session, and about reading outside that folder; reading in it runs at once.',
  ],
  [
    { approval: { ask: 'always' } },
    'a person is asked about every command, edit and input to a session, and about reading outside that folder; reading in it runs at once.',
  ],
  [{ approval: { security: 'deny' } }, 'nothing runs.'],
  [{ approval: { security: 'deny', ask: 'always' } }, 'nothing runs.'],
])('under %j a model is told what runs', (settings, policy) => {
  expect(said(settings)).toContain(`): ${policy} A refusal`);
});

it.each<readonly [name: string, told: string, line: string, isTold: boolean]>([
  [
    'the nodes there are',
    said({ hosts: { build7: node }, host: 'build7' }),
    'Calls run on host "build7"; nodes: build7.',
    true,
  ],
  ['of no nodes where there are none', said({}), 'nodes', false],
  [
    'what other folders are inside',
    said({}, ['/other', '/more']),
    'absolute. Also inside: /other, /more.\n',
    true,
  ],
  ['of no other folder where there is none', said({}), 'Also inside', false],
])('a model is told %s', (_, told, line, isTold) => {
  expect(told.includes(line), told).toBe(isTold);
});
