import type { PathAccess } from './rule.ts';

export type Subject = 'commands' | 'typed' | 'skills' | 'hosts' | PathAccess;

/** What the rules of each tool apply to. */
export const subjects: Readonly<Record<string, readonly Subject[]>> = {
  shell: ['commands'],
  process: ['typed'],
  skill: ['skills'],
  host: ['hosts'],
  read: ['read'],
  'read-media': ['read'],
  read_media: ['read'],
  glob: ['list'],
  grep: ['read', 'list'],
  write: ['write'],
  edit: ['write'],
};
