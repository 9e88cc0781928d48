import { basename, isAbsolute, join, normalize } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import type { Workspace } from '../../core/context.ts';
import type { Place } from '../../core/place.ts';
import type { Facts, Look } from '../../core/ports.ts';
import type { Policy } from '../policy.ts';

/** A node as policy sees it from here: a folder of its own name stands for the one it works in, wherever that is. */
export function placeOfNode(node: string): Place {
  return { host: node, cwd: `/${node}:`, home: `/${node}:~`, searchPath: `/${node}:bin` };
}

/** The workspace of a node as seen from here; `workspace.roots` are folders of this machine. */
export function workspaceAt({ cwd, home }: Place): Workspace {
  return { cwd, roots: [cwd], home, realHome: home };
}

/**
 * What is known of another machine: names and nothing else. Every path is what it is written as, and a program is whatever
 * has the name there; what they really are, the node judges.
 */
function factsAt({ searchPath }: Place): Facts {
  const resolve = (path: string, cwd: string): string => normalize(isAbsolute(path) ? path : join(cwd, path));
  const look: Look = {
    program: (name, cwd) => {
      const path = name.includes('/') ? resolve(name, cwd) : join(searchPath, name);
      return { foundPath: path, realPath: path, trusted: !name.includes('/'), isElsewhere: true };
    },
    search: () => ({ trusted: false }),
    // A project file is closed by its name; that every folder holds one would close every folder to `rm` and `mv`.
    path: (path, cwd) => {
      const realPath = resolve(path, cwd);
      return { realPath, exists: basename(realPath) !== projectFileName, kind: 'folder' };
    },
    expand: () => null,
    below: () => null,
    tracked: () => null,
    secretsKept: () => [],
    repository: () => null,
  };
  return { look: () => look, hash: async () => null };
}

/** The same policy over calls that run at a place. */
export function policyAt(policy: Policy, place: Place): Policy {
  const facts = factsAt(place);
  return {
    judge: (effects, context, whatIf = {}) => policy.judge(effects, context, { ...whatIf, facts }),
    facts: async () => facts,
    rules: () => policy.rules(),
    addForSession: (rules) => policy.addForSession(rules),
    withheldBelow: (root, access, context) => policy.withheldBelow(root, access, context),
  };
}
