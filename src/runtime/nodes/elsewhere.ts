import { basename, isAbsolute, join, normalize } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import type { Workspace } from '../../core/context.ts';
import type { Place } from '../../core/place.ts';
import type { Facts, Look } from '../../core/ports.ts';
import type { Policy } from '../policy.ts';

/** A node as policy sees it here: folders with its name stand for its working folder, home and programs. */
export function placeOfNode(node: string): Place {
  return { host: node, cwd: `/${node}:`, home: `/${node}:~`, searchPath: `/${node}:bin` };
}

/** A node's workspace as seen here; `workspace.roots` are folders of this machine. */
export function workspaceAt({ cwd, home }: Place): Workspace {
  return { cwd, roots: [cwd], home, realHome: home };
}

/**
 * What is known about another machine: names only. Every path is taken as written, and a program is whatever has its name; the node
 * judges what they really are.
 */
function factsAt({ searchPath }: Place): Facts {
  const resolve = (path: string, cwd: string): string => normalize(isAbsolute(path) ? path : join(cwd, path));
  const look: Look = {
    program: (name, cwd) => {
      const path = name.includes('/') ? resolve(name, cwd) : join(searchPath, name);
      return { foundPath: path, realPath: path, trusted: !name.includes('/'), isElsewhere: true };
    },
    search: () => ({ trusted: false }),
    // A project file is protected by its name; if every folder seemed to have one, `rm` and `mv` of any folder would be
    // refused.
    path: (path, cwd) => {
      const realPath = resolve(path, cwd);
      return { realPath, exists: basename(realPath) !== projectFileName, kind: 'folder' };
    },
    expand: () => null,
    below: () => null,
    tracked: () => null,
    secretsKept: () => [],
    linkedManifests: () => null,
    repository: () => null,
  };
  return { look: () => look, hash: async () => null };
}

/** The same policy for calls on another machine. */
export function policyAt(policy: Policy, place: Place): Policy {
  const facts = factsAt(place);
  return {
    judge: (effects, context, whatIf = {}) => policy.judge(effects, context, { ...whatIf, facts }),
    facts: async () => facts,
    rules: () => policy.rules(),
    addForSession: (rules) => policy.addForSession(rules),
    allowInputOn: (node, session) => policy.allowInputOn(node, session),
    withheldBelow: (root, access, context) => policy.withheldBelow(root, access, context),
  };
}
