import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../src/config/schema.ts';
import { renderConfigTable } from '../../src/frontends/cli/config-table.ts';
import { toJsonSchema } from '../../src/frontends/describe/json-schema.ts';
import { loadTools } from '../../src/tools/registry.ts';

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Puts `content` between the markers of a generated part. */
function replacePart(text: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->\n`;
  const [from, to] = [text.indexOf(begin), text.indexOf('<!-- end -->', text.indexOf(begin))];
  if (from === -1 || to === -1) throw new Error(`No part "${name}"`);
  return `${text.slice(0, from + begin.length)}${content.trimEnd()}\n${text.slice(to)}`;
}

/** The shipped skills as the program embeds them. */
function shippedSkills(folder: string): string {
  const skills = readdirSync(folder)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name, 'SKILL.md'), 'utf8') }));
  return `${JSON.stringify(skills, null, 2)}\n`;
}

/** The tools' input schemas as models are told of them. */
async function toolSchemas(): Promise<string> {
  const schemas: Record<string, unknown> = {};
  for (const tool of await loadTools()) schemas[tool.name] = await toJsonSchema(tool.input);
  return `${JSON.stringify(schemas, null, 2)}\n`;
}

/** Every file, or file with parts, that is projected from the definitions, as it should be. */
export async function generatedFiles(root: string): Promise<readonly GeneratedFile[]> {
  const configuration = join(root, 'docs/configuration.md');
  return [
    {
      path: join(root, 'src/config/defaults.generated.json'),
      text: `${JSON.stringify(defaultSettings(), null, 2)}\n`,
    },
    { path: join(root, 'src/frontends/describe/schemas.generated.json'), text: await toolSchemas() },
    { path: join(root, 'src/skills/shipped.generated.json'), text: shippedSkills(join(root, 'skills')) },
    {
      path: configuration,
      text: replacePart(readFileSync(configuration, 'utf8'), 'config', renderConfigTable()),
    },
  ];
}
