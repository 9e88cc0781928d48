import { builtInHosts } from '../../../core/host.ts';
import { realFolder } from '../../../platform/files/working-folder.ts';
import { PendingStore } from '../../../runtime/approvals/pending-store.ts';
import { listSessions, sessionPlace } from '../../../sessions/store.ts';
import { openCatalogue } from '../../../tools/skill/catalogue.ts';
import { type CommandContext, quietSurface } from '../command.ts';
import type { ValueKind } from './value-kinds.ts';

/** Words without special meaning to any shell; others are not offered. */
const plain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Current values for a word on the command line, without any that mean more to a shell than a word. */
export async function completionValues(kind: ValueKind, context: CommandContext): Promise<readonly string[]> {
  return (await namesOf(kind, context)).filter((name) => plain.test(name));
}

async function namesOf(kind: ValueKind, context: CommandContext): Promise<readonly string[]> {
  if (kind === 'approvals') return new PendingStore(context.folders).list().records.map(({ id }) => id);
  const { settings } = await context.loadConfig();
  switch (kind) {
    case 'hosts':
      return [...builtInHosts, ...Object.keys(settings.hosts)];
    case 'nodes':
      return Object.keys(settings.hosts);
    case 'sessions': {
      const { folders, cwd } = context;
      const workspace = { cwd: realFolder(cwd, cwd, folders.home) };
      const { sessions } = listSessions(sessionPlace({ folders, workspace, settings }));
      return sessions.map(({ record }) => record.id);
    }
    case 'skills': {
      const service = await context.openService('cli', quietSurface);
      return (await openCatalogue(service.context)).skills.map(({ name }) => name);
    }
  }
}
