import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from './binary.ts';
import { SessionRpc } from './sessions.ts';
import { tempFolder } from './temp-folder.ts';

/** A home here whose configuration names nodes, and a home that the nodes work in. */
export class NodeRig {
  readonly near = realpathSync(tempFolder());
  readonly far = realpathSync(tempFolder());

  /** `hosts` gives the argv of each node; `more` is configuration besides. */
  constructor(hosts: (rig: NodeRig) => Readonly<Record<string, readonly string[]>>, more: object = {}) {
    const nodes = Object.entries(hosts(this)).map(([name, command]) => [name, { command }]);
    const folder = join(this.near, '.config/agent-tools');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...more, hosts: Object.fromEntries(nodes) }));
    mkdirSync(join(this.near, 'ws'));
  }

  /** The shell text that serves the far home. */
  serve(...flags: readonly string[]): string {
    return `cd '${this.far}' && exec env -i PATH="$PATH" HOME='${this.far}' LANG=C.UTF-8 '${binary}' rpc ${flags.join(' ')}`;
  }

  /** A sidecar here. */
  rpc(...args: readonly string[]): SessionRpc {
    return new SessionRpc({ home: this.near, cwd: join(this.near, 'ws'), args });
  }
}

/** A node that is a plain child process. */
export const childNode = (rig: NodeRig, ...flags: readonly string[]): readonly string[] => [
  'sh',
  '-c',
  rig.serve(...flags),
];

/** A program that speaks lines of its own: `script` is JavaScript with `send(value)` and `onLine(message => …)`. */
export function scriptedNode(script: string): readonly string[] {
  const prelude = `
    let rest = '';
    const listeners = [];
    const send = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
    const onLine = (listener) => listeners.push(listener);
    const greeting = { protocolVersion: 1, serverInfo: { name: 'agent-tools', version: '7.7.7' }, tools: ['shell'], shell: null, cwd: '/there' };
    const outcome = (parts) => ({ status: 'completed', isError: false, message: 'done', content: [], details: {}, display: [], notices: [], ...parts });
    process.stdin.on('data', (part) => {
      const lines = (rest + part).split('\\n');
      rest = lines.pop();
      for (const line of lines) for (const listener of listeners) listener(JSON.parse(line));
    });
    process.stdin.on('end', () => process.exit(0));
  `;
  return [process.execPath, '-e', prelude + script];
}
