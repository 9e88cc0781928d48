import { join } from 'node:path';
import * as v from 'valibot';
import { ToolFailure, wrongField } from '../../core/failure.ts';
import { isSensitiveFile } from '../../core/paths/sensitive-candidates.ts';
import { parseInput } from '../../core/schema/validate.ts';
import { silentSink } from '../../core/sink.ts';
import { decodeStrictly } from '../../core/text/utf8.ts';
import { isTokenlessNpmrc } from '../../platform/facts/npmrc.ts';
import type { Service } from '../../runtime/service.ts';
import { type PublishedSkill, publishSkill } from '../../skills/published.ts';
import { type Skill, skillFileName } from '../../skills/skill.ts';
import { openCatalogue } from '../../tools/skill/catalogue.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { requireFirstPage } from '../../wire/one-page.ts';
import type { Client } from './client.ts';

export interface SkillRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly service: Service;
  readonly client: Client;
  /** Whether the client has called `initialize`: in that era a missing resource has a code of its own. */
  readonly isInitialized: boolean;
  readonly signal: AbortSignal;
}

const uriSchema = v.looseObject({ uri: v.string() });

function unknownUri(uri: string, { method, isInitialized }: SkillRequest): ToolFailure {
  const { code, message, data } = wrongField('uri', 'is no resource of this server', uri);
  return new ToolFailure(
    isInitialized && method === 'resources/read' ? 'unknown_resource' : code,
    message,
    data,
  );
}

function uriOf(name: string, path: string): string {
  return `skill://${[name, ...path.split('/')].map(encodeURIComponent).join('/')}`;
}

/** The skill and file in a URI; null if it is not valid. */
function readUri(uri: string): { readonly name: string; readonly path: string } | null {
  const [, name, path] = /^skill:\/\/([^/?#]+)\/([^?#]+)$/.exec(uri) ?? [];
  try {
    if (name !== undefined && path !== undefined)
      return { name: decodeURIComponent(name), path: path.split('/').map(decodeURIComponent).join('/') };
  } catch {
    // A broken escape names nothing.
  }
  return null;
}

/** Answers a method of the skills extension, with the same skills as calls. Throws ToolFailure. */
export async function answerSkills(request: SkillRequest): Promise<object> {
  const { method, params, service } = request;
  if (method.endsWith('/list')) requireFirstPage(params);
  if (method === 'resources/templates/list') return { resourceTemplates: [] };
  if (method === 'skills/list') return { skills: (await publishAll(service)).map(entryOf) };
  if (method === 'resources/list') return { resources: (await publishAll(service)).map(resourceOf) };
  const { uri } = parseInput(uriSchema, params);
  const named = readUri(uri);
  if (named === null) throw unknownUri(uri, request);
  const { name, path } = named;
  const skill = (await openCatalogue(service.context)).skills.find((one) => one.name === name);
  const published = skill === undefined ? null : await publishSkill(skill, path);
  if (skill === undefined || published?.wanted == null) throw unknownUri(uri, request);
  if (method === 'resources/read') {
    await requireAllowed(request, name, path);
    return { contents: [{ uri, ...contentOf(path, published.wanted) }] };
  }
  if (path !== skillFileName) throw unknownUri(uri, request);
  return { skill: entryOf({ name, published: await withoutClosed(published, skill, service.context) }) };
}

interface NamedSkill {
  readonly name: string;
  readonly published: PublishedSkill;
}

async function publishAll({ context }: Service): Promise<readonly NamedSkill[]> {
  const { skills } = await openCatalogue(context);
  const named = await Promise.all(
    skills.map(async (skill): Promise<readonly NamedSkill[]> => {
      const published = await publishSkill(skill, '');
      if (published === null) return [];
      return [{ name: skill.name, published: await withoutClosed(published, skill, context) }];
    }),
  );
  return named.flat();
}

/** Without files that may not be read unasked, as digest and size reveal their content too. */
async function withoutClosed(
  published: PublishedSkill,
  { folder, source }: Skill,
  { settings, withheldBelow }: ToolContext,
): Promise<PublishedSkill> {
  if (folder === null) return published;
  // The user's own skills are shown whatever rules say about their folder.
  const isWithheld = source === 'user' ? null : ((await withheldBelow?.(folder, 'read')) ?? null);
  const files = published.files.filter(({ path }) => {
    const file = join(folder, path);
    const isSensitive = isSensitiveFile(file, settings.workspace.sensitive, isTokenlessNpmrc);
    return !isSensitive && isWithheld?.(file) !== true;
  });
  return { ...published, files };
}

function entryOf({ name, published: { frontmatter, files } }: NamedSkill): object {
  const resources = files.map(({ path, sha256, size }) => ({
    uri: uriOf(name, path),
    digest: `sha256:${sha256}`,
    size,
  }));
  return { uri: uriOf(name, skillFileName), frontmatter, resources };
}

function resourceOf({ name, published: { frontmatter } }: NamedSkill): object {
  const uri = uriOf(name, skillFileName);
  return { uri, name, description: frontmatter.description, mimeType: 'text/markdown' };
}

/** Requires that the file may be shown: this is judged and audited. */
async function requireAllowed(
  { service, client, signal }: SkillRequest,
  name: string,
  path: string,
): Promise<void> {
  const outcome = await service.call({
    tool: 'skill',
    input: { action: 'show', name, ...(path === skillFileName ? {} : { file: path }) },
    signal,
    sink: silentSink,
    approver: null,
    caller: client.caller,
  });
  // Binary files cannot be shown as text, which is not a denial.
  if (outcome.status === 'completed' || outcome.status === 'failed') return;
  throw new ToolFailure('invalid_input', outcome.message, { field: 'uri', problem: outcome.message });
}

function contentOf(path: string, bytes: Uint8Array): object {
  const mimeType = path.endsWith('.md') ? 'text/markdown' : 'text/plain';
  // Bytes that do not round-trip as text are sent as a blob, or the digest would not match.
  const text = decodeStrictly(bytes);
  return text === null
    ? { mimeType: 'application/octet-stream', blob: Buffer.from(bytes).toString('base64') }
    : { mimeType, text };
}
