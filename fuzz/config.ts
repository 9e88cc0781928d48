import fc from 'fast-check';
import * as v from 'valibot';
import { listOptions } from '../src/config/options.ts';
import { ToolFailure } from '../src/core/failure.ts';
import { at, layerValues, nested } from '../test/config/arbitrary.ts';
import { load, projectPath } from '../test/config/loading.ts';
import { isAsStrict } from '../test/config/strictness.ts';
import { propertySuite } from './property.ts';

const valid = layerValues.map((values) => JSON.stringify(nested(values), null, 1));
const broken = fc
  .tuple(valid, fc.nat(), fc.constantFrom('', '{', ']', ',', '/*', '"x":', '//', '1e', '\\u0'))
  .map(([text, place, put]) => {
    const index = place % (text.length + 1);
    return text.slice(0, index) + put + text.slice(index + 1);
  });

export const config = propertySuite({
  title: 'Project files that loosen something, or fail without a place',
  schema: v.string(),
  arbitrary: fc.oneof(valid, broken),
  problemOf: async (project) => {
    const base = await load({});
    try {
      const { settings } = await load({ project });
      const looser = listOptions().find(
        ({ key, tighten }) => !isAsStrict(tighten, at(settings, key), at(base.settings, key)),
      );
      return looser === undefined ? null : `it loosens ${looser.key}`;
    } catch (error) {
      const isClear = error instanceof ToolFailure && error.code === 'invalid_config';
      return isClear && error.message.includes(projectPath) ? null : `it fails with ${String(error)}`;
    }
  },
});
