import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from './helpers/generated-files.ts';

const root = join(import.meta.dirname, '..');

const files = await generatedFiles(root);

describe('generated files', () => {
  it.each(files)('$path is what the definitions say (npm run generate)', ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
