import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the guard, about other machines', () => {
  const bench = sharedBench();

  const decide = async (script: string) => {
    const { decision, rule } = await bench.judge(script, { settings: yolo, protectedPaths: [] });
    return decision === 'deny' && rule?.text === 'guard' ? 'guarded' : decision;
  };

  it.each([
    'ssh server sudo reboot',
    'ssh -t -p 22 me@server "sudo shutdown -h now"',
    'ssh -J localhost.example server reboot',
    "ssh server <<'X'\nsudo reboot\nX",
    "ssh server 'bash -s' <<'X'\nsudo reboot\nX",
    'echo reboot | ssh server',
    'ssh server "sudo systemctl reboot"',
    "ssh server 'nohup sudo reboot &'",
    "ssh server 'exec sudo reboot'",
    'ssh server pkill -9 -u root .',
    "ssh server 'ssh localhost reboot'",
    'until ssh server true; do sleep 1; done; ssh server sudo reboot',
    "vagrant ssh -c 'sudo reboot'",
    'multipass exec vm -- sudo reboot',
    'adb shell reboot',
    "gcloud compute ssh vm --command 'sudo reboot'",
  ])('lets %j stop one that is not this', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'ssh localhost reboot',
    'ssh me@127.0.0.1 reboot',
    'ssh ssh://me@localhost:22 reboot',
    'ssh ::1 reboot',
    'ssh 0 reboot',
    'ssh "$HOST" reboot',
    'ssh $(hostname) reboot',
    'ssh server rm -rf /',
    "ssh server 'rm -rf ~'",
    'ssh server mkfs.ext4 /dev/sda1',
    'ssh -o ProxyCommand=reboot h',
    "ssh -oProxyCommand='sudo reboot' h x",
    "ssh -o 'proxycommand sudo reboot' h reboot",
    'ssh -F x h reboot',
    'ssh -o Include=x h reboot',
    'ssh -tF x h reboot',
    'docker exec c reboot',
    'docker run --privileged alpine reboot',
    'kubectl exec pod -- reboot',
    'ssh server reboot; reboot',
    'ssh server reboot && sudo reboot',
    'ssh server & reboot',
    'ssh server "$(reboot)"',
    'ssh server <<X\n$(reboot)\nX',
    'echo reboot | ssh server | sh',
    'echo reboot | tee >(ssh server) | sh',
    'adb shell ls; reboot',
  ])('refuses %j', async (script) => {
    expect(await decide(script)).toBe('guarded');
  });
});
