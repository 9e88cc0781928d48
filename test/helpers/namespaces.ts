import { spawnSync } from 'node:child_process';

/** What runs a program in user and PID namespaces of its own, which end with it. */
export const elsewhere: readonly string[] = ['unshare', '-Urpf', '--mount-proc', '--kill-child'];

const [name = '', ...words] = elsewhere;

/** Whether there can be such namespaces here. */
export const hasNamespaces = spawnSync(name, [...words, 'true']).status === 0;
