import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const restrict = { workspace: { restrict: true } };
const full = { ...restrict, approval: { security: 'full' as const, ask: 'off' as const } };

describe('paths of other machines in a workspace that is closed', () => {
  const bench = sharedBench(() => {
    bench.stub(...'docker podman kubectl ssh env npm tee cat ls'.split(' '));
    bench.file('a.txt');
  });

  const decide = (script: string, settings: object) => bench.decide(script, { settings, protectedPaths: [] });

  it.each([
    ['docker run -v "$PWD":/app img', 'ask', 'allow'],
    ['docker run --rm -v "$PWD:/usr" -w /usr node:20 npm test', 'ask', 'allow'],
    ['docker run -it -e HOME=/etc img sh -c "ls /etc > /tmp/x"', 'ask', 'allow'],
    ['docker run --mount type=bind,source="$PWD",target=/x img ls /etc', 'ask', 'allow'],
    ['podman run img cat /etc/hostname', 'ask', 'allow'],
    ['env FOO=/etc npm test', 'ask', 'allow'],
    ['FOO=/etc npm test', 'ask', 'allow'],
    // a container that is there may see this machine, and a host may be it
    ['docker exec web ls /etc', 'ask', 'deny'],
    ['docker compose exec -T web ls /etc', 'ask', 'deny'],
    ['docker compose run --rm web ls /etc', 'ask', 'deny'],
    ['kubectl exec pod -- ls /etc', 'ask', 'deny'],
    ['kubectl exec -it pod -c web -- cat /etc/hostname', 'ask', 'deny'],
    ['ssh host ls /etc', 'ask', 'deny'],
    ['ssh host "cat > /etc/x"', 'ask', 'deny'],
    // words of this machine
    ['docker run -v /etc:/x img', 'deny', 'deny'],
    ['docker run -v/etc:/x:ro img ls /x', 'deny', 'deny'],
    ['docker run --volume=/etc:/x img', 'deny', 'deny'],
    ['docker run --mount type=bind,src=/etc,dst=/x img', 'deny', 'deny'],
    ['docker run -v ../..:/x img ls', 'deny', 'deny'],
    ['docker run --env-file /etc/x img', 'deny', 'deny'],
    ['docker cp web:/app/x /etc/y', 'deny', 'deny'],
    ['kubectl cp /etc/passwd pod:/x', 'deny', 'deny'],
    ['kubectl --kubeconfig /etc/x exec pod -- ls', 'deny', 'deny'],
    ['ssh -i /etc/key host ls', 'deny', 'deny'],
    ['ssh host ls > /etc/x', 'deny', 'deny'],
    ['ssh host "$(cat /etc/hostname)"', 'deny', 'deny'],
    ['kubectl exec pod -- ls /x | tee /etc/y', 'deny', 'deny'],
    // this machine by another way
    ['ssh localhost cat /etc/hostname', 'deny', 'deny'],
    ['ssh me@127.0.0.1 "cat > /etc/x"', 'deny', 'deny'],
    ['docker run --privileged img ls /etc', 'deny', 'deny'],
    ['docker run --volumes-from x img ls /etc', 'deny', 'deny'],
    ['docker run --pid host img ls /etc', 'deny', 'deny'],
    ['docker run --pid=host --privileged=true img ls /proc/1/root/etc', 'ask', 'deny'],
    ['docker run --volumes-from=x img ls /etc', 'deny', 'deny'],
    ['docker run --device=/dev/sda img ls', 'deny', 'deny'],
    [
      'docker run --mount type=volume,dst=/x,volume-opt=o=bind,volume-opt=device=/etc img ls /x',
      'deny',
      'deny',
    ],
    ['docker run --rm=true --network=host img ls /etc', 'ask', 'allow'],
    // options that are not known may take a word
    ['docker run --foo A --bar B -v /etc:/y img ls', 'deny', 'deny'],
    ['docker run --foo A img ls /etc', 'deny', 'deny'],
    ['docker --context run exec -v /etc:/x', 'deny', 'deny'],
    ['kubectl exec pod -c -- ls /etc', 'deny', 'deny'],
    ['env FOO=/x cat /etc/hostname', 'deny', 'deny'],
    ['env GIT_DIR=/etc npm test', 'deny', 'deny'],
  ])('%s: %s, under full %s', async (script, expected, underFull) => {
    expect([await decide(script, restrict), await decide(script, full)]).toEqual([expected, underFull]);
  });
});
