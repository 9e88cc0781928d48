import { spawnSync } from 'node:child_process';

/** Forbids new namespaces below one of its own, so that bubblewrap cannot work. */
const withoutNamespaces =
  'for n in user mnt pid; do echo 0 > /proc/sys/user/max_${n}_namespaces; done; exec "$@"';

/** What stands before an argv so that the sandbox it finds is a partial one. */
export const partialPrefix: readonly string[] = ['unshare', '-Ur', 'sh', '-c', withoutNamespaces, 'sh'];

/** What stands before an argv so that its user has none of the rights that root has, whoever that is. */
export const withoutRights: readonly string[] = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

/** Whether such rights can be taken here. */
export function canTakeRights(): boolean {
  const [program = '', ...words] = [...partialPrefix, ...withoutRights, 'true'];
  return spawnSync(program, words).status === 0;
}

/** Whether namespaces can be forbidden here. */
export function canForbidNamespaces(): boolean {
  const [program = '', ...words] = [...partialPrefix, 'true'];
  return spawnSync(program, words).status === 0;
}
