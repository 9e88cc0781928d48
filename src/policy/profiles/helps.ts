import type { Profile } from './profile.ts';

/** Programs that change files, as far as they only tell how they are called; others than GNU's take the words for a mistake. */
export const helps = (): readonly Profile[] => [
  {
    names:
      'chgrp chmod chown cp csplit dd install link ln mkdir mkfifo mknod mktemp mv rm rmdir shred split touch truncate unlink',
    forms: '--help|--version',
    otherwise: 'no rule or profile allows it',
    allow: ['split --help', 'mkdir --version', 'rm --help | head -3', 'chmod --help', 'dd --help'],
    notAllow: [
      'rm --help a',
      'rm a --help',
      'split a',
      'chmod --version a',
      'dd if=a',
      'touch --hel',
      'cp -h',
    ],
  },
];
