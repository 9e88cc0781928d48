import { describe, expect, it } from 'vitest';
import { describeConfigFile } from '../../src/config/json-schema.ts';
import { listOptions } from '../../src/config/options.ts';
import { defaultSettings } from '../../src/config/schema.ts';
import { renderStarter } from '../../src/config/starter.ts';
import { at } from './arbitrary.ts';
import { load } from './loading.ts';

describe('the starter file', () => {
  it('changes nothing', async () => {
    const { settings, notices } = await load({ user: renderStarter() });
    expect(settings).toEqual(defaultSettings());
    expect(notices).toEqual([]);
  });

  it('is valid with every line taken into use, and says the defaults', async () => {
    const text = renderStarter().replace(/^( *)\/\/ (?=["{\] ])/gm, '$1');
    const { settings, origins, rules } = await load({ user: text });
    expect(rules).toHaveLength(3);
    expect({ ...settings, rules: [] }).toEqual(defaultSettings());
    const layers = Object.entries(origins).map(([key, { layer }]) => [key, layer]);
    expect(layers).toEqual(listOptions().map(({ key }) => [key, 'user']));
  });

  it.each(listOptions().map((option) => [option.key, option] as const))(
    'explains %s',
    (_, { sentence, variable }) => {
      expect(renderStarter()).toContain(`// ${sentence}`);
      expect(renderStarter()).toContain(`(${variable})`);
    },
  );
});

describe('the JSON Schema', () => {
  it('describes every option with its sentence and default', async () => {
    const schema = await describeConfigFile();
    expect(schema).toMatchObject({
      $schema: expect.stringContaining('2020-12'),
      type: 'object',
      additionalProperties: false,
    });
    for (const { key, path, sentence, fallback } of listOptions()) {
      const node = at(schema, path.map((name) => `properties.${name}`).join('.'));
      expect([key, node]).toMatchObject([key, { description: sentence, default: fallback }]);
    }
    expect(JSON.stringify(schema)).not.toMatch(/"(tighten|by)":/);
  });

  it('wants exactly one action of a rule, and of nothing else', async () => {
    const schema = await describeConfigFile();
    expect(JSON.stringify(schema).match(/"oneOf"/g)).toHaveLength(1);
    expect(at(schema, 'properties.rules.items')).toMatchObject({
      required: ['tool'],
      additionalProperties: false,
      oneOf: [{ required: ['allow'] }, { required: ['ask'] }, { required: ['deny'] }],
    });
  });
});
