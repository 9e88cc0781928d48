import { cannot } from '../../../core/failure.ts';
import { nearest } from '../../../core/names/nearest.ts';

/** A ready-made policy: its meaning, and the text of a configuration file for it. */
export interface Preset {
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

function preset(name: string, about: string, config: object): Preset {
  return { name, about, text: `// ${about}\n${JSON.stringify(config, null, 2)}\n` };
}

/** From strict to loose. */
export const presets: readonly Preset[] = [
  preset('readonly', 'Only what reads runs; nothing is written and nobody is asked.', {
    approval: { security: 'allowlist', ask: 'off' },
    rules: [{ tool: ['write', 'edit'], deny: '**', reason: 'this policy only reads' }],
  }),
  preset('cautious', 'What reads runs, everything else asks (the default).', {
    approval: { security: 'allowlist', ask: 'on-miss', fallback: 'deny' },
  }),
  preset(
    'edits',
    'As cautious, and files of the workspace may be written unasked: write, edit, mkdir, touch, cp, mv, sed -i.',
    {
      approval: { security: 'allowlist', ask: 'on-miss', fallback: 'deny' },
      rules: [{ tool: ['write', 'edit'], allow: '**' }],
    },
  ),
  preset(
    'yolo',
    'Everything runs unasked but for deny rules and the guard; meant for a sandbox or a throw-away machine.',
    {
      approval: { security: 'full', ask: 'off' },
    },
  ),
];

/** The preset with this name. Throws `invalid_input` with the nearest known one. */
export function findPreset(name: string): Preset {
  const found = presets.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = presets.map((one) => one.name);
  const hint = nearest(name, names);
  const wanted = hint === null ? names.join(', ') : `"${hint}"`;
  throw cannot('show preset', name, 'there is no such preset', wanted, 'invalid_input');
}
