import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { nodeSuite } from '../helpers/node-suite.ts';
import { NodeRig } from '../helpers/nodes.ts';
import { Sshd, sshdObstacle } from '../helpers/sshd.ts';

const obstacle = sshdObstacle();
if (obstacle !== null) process.stderr.write(`Skipped: nodes over OpenSSH (${obstacle})\n`);

describe.skipIf(obstacle !== null)('OpenSSH on loopback', () => {
  const sshd = new Sshd();
  beforeAll(() => sshd.start());
  afterAll(() => sshd.stop());

  nodeSuite('ssh', (rig, ...flags) => sshd.argv(rig.serve(...flags)));

  it('says in the words of ssh why it does not connect', async () => {
    const rig = new NodeRig(() => ({
      far: sshd.argv('true'),
      gone: ['ssh', '-F', '/dev/null', '-o', 'BatchMode=yes', '-p', '1', '127.0.0.1', 'true'],
    }));
    const gone = await runCli(['--yolo', '--host', 'gone', 'shell', 'true'], { home: rig.near });
    expect(gone.status).toBe(1);
    expect(gone.stderr).toMatch(
      /Cannot use node "gone": ssh ended with status 255; it said ".*Connection refused"/,
    );
    const mute = await runCli(['--yolo', '--host', 'far', 'shell', 'true'], { home: rig.near });
    expect(mute.stderr).toMatch(/Cannot use node "far": ssh ended with status 0, expected "agent-tools rpc"/);
  });
});
