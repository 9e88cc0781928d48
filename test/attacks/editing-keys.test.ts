import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Home } from '../helpers/sessions.ts';

const rules = JSON.stringify([{ tool: 'shell', deny: 'touch mark' }]);

describe('a denied line that editing keys make in a shell with a terminal', () => {
  it.each<[string, readonly string[]]>([
    ['Ctrl+Left', ['ouch mark\x1b[1;5D\x1b[1;5Dt\n']],
    ['C-t', ['otuch mark\x01\x06\x14\n']],
    ['M-t', ['mark touch\x1bt\n']],
    ['M-l', ['TOUCH mark\x01\x1bl\n']],
    ['M-u and a count', ['xxtouch mark\x01\x1b2\x04\n']],
    ['M-\\', ['touch ma  rk\x1bb\x1b\\\n']],
    ['C-]', ['ouch mark\x01\x1dm\x02\x01t\n']],
    ['M-C-]', ['ouch mark\x1b\x1dot\n']],
    ['C-x C-x', ['ouch mark\x01\0\x05\x18\x18t\n']],
    ['an undo', ['touch markx\x1f\n']],
    ['C-y on a later line', ['touch m\x15\n', '\x19ark\n']],
    ['a macro', ['\x18(touch m\x18)\x15\n', '\x18eark\n']],
    ['vi mode', ['set -o vi\n', 'ouch mark\x1b0it\n']],
    ['another key for it', [`bind '"Q": "touch mark"'\n`, 'Q\n']],
  ])('%s', async (_, lines) => {
    const home = new Home();
    const client = home.sidecar({ env: { AGENT_TOOLS_RULES: rules } });
    const mark = join(home.folder, 'mark');
    const id = await client.background(`cd '${home.folder}' && PS1='at> ' bash --norc`, { pty: true });
    await client.until(id, 'at> ');
    const sent: string[] = [];
    for (const data of lines) sent.push((await client.process('write', id, { data })).status);
    await client.process('write', id, { data: '\necho o""ver\n' });
    await client.until(id, 'over');
    const ran = existsSync(mark);
    rmSync(mark, { force: true });
    expect({ sent: sent.includes('denied'), ran }).toEqual({ sent: true, ran: false });
  });

  it('and lets others be edited', async () => {
    const home = new Home();
    const client = home.sidecar({ env: { AGENT_TOOLS_RULES: rules } });
    const id = await client.background(`PS1='at> ' bash --norc`, { pty: true });
    await client.until(id, 'at> ');
    const data = 'echo lef right\x1b[1;5D\x02t\x1bu\x1b[1;5C\n';
    expect(await client.process('write', id, { data })).toMatchObject({ status: 'completed' });
    await client.until(id, '^left RIGHT');
  });
});
