import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../src/config/schema.ts';
import { toJsonSchema } from '../../src/frontends/describe/json-schema.ts';
import type { WrittenTool } from '../../src/frontends/describe/told.ts';
import { familiesByProgram } from '../../src/policy/profiles/table.ts';
import { loadTools } from '../../src/tools/registry.ts';
import { renderConfigTable } from './config-table.ts';

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

/** What is told of the tools. A description that looks at its context is left to the machine it is told on. */
async function toldTools(): Promise<string> {
  const written: Record<string, WrittenTool> = {};
  for (const { name, annotations, describe, input, outline } of await loadTools()) {
    const isEverywhere = describe.length === 0;
    written[name] = {
      annotations,
      description: isEverywhere ? (describe as () => string)() : null,
      inputSchema: await toJsonSchema(input),
      goesElsewhere: outline !== null,
    };
  }
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** Every file, or file with parts, that is projected from the definitions, as it should be. */
export async function generatedFiles(root: string): Promise<readonly GeneratedFile[]> {
  const configuration = join(root, 'docs/configuration.md');
  return [
    {
      path: join(root, 'src/config/defaults.generated.json'),
      text: `${JSON.stringify(defaultSettings(), null, 2)}\n`,
    },
    {
      path: join(root, 'src/policy/profiles/programs.generated.json'),
      text: `${JSON.stringify(familiesByProgram())}\n`,
    },
    { path: join(root, 'src/frontends/describe/tools.generated.json'), text: await toldTools() },
    { path: join(root, 'src/skills/shipped.generated.json'), text: shippedSkills(join(root, 'skills')) },
    {
      path: configuration,
      text: replacePart(readFileSync(configuration, 'utf8'), 'config', renderConfigTable()),
    },
  ];
}
