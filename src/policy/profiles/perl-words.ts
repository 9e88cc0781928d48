import { setOf } from '../programs/words.ts';

/** Functions of Perl that start, open, change, load or wait for something, and names that lead to them (perlfunc, perlmod). */
const acting = setOf(
  'accept ARGV AUTOLOAD bind bless chdir chmod chown chroot connect CORE dbmclose dbmopen do dump DynaLoader eval evalbytes exec fcntl flock fork format gethostbyaddr gethostbyname getnetbyaddr getnetbyname glob goto import ioctl kill link listen mkdir msgctl msgget msgrcv msgsnd no open opendir package pipe qx read readdir readline readlink readpipe recv rename require rmdir select semctl semget semop send setpgrp setpriority setsockopt shmctl shmget shmread shmwrite shutdown sleep socket socketpair sub symlink syscall sysopen sysread sysseek system syswrite tie truncate umask unlink untie use utime wait waitpid write',
);

/** A shell command, what stands in a package, and what is called by a value that holds its name. */
const leading = /`|\w::\w|[\w}\])"']->|&[{$:]/;

/** A word, without `$ARGV` and the like, which are only values. */
const word = /(?<![\w$])[A-Za-z]\w*/g;

/** Texts between strokes and in marks, in which nothing is put in but what a pattern found. */
const pattern = String.raw`(?:[^/\\$@]|\\[^Nc]|\$(?=[)|/]))*`;
const filling = String.raw`(?:[^/\\$@]|\\[^Nc1-9]|\$[\d&](?![[{:'-]))*`;
const text = String.raw`"(?:[^"\\$@]|\\[^Nc1-9]|\$[\d&_.](?![[{:'-]))*"`;
const match = `/${pattern}/[gimsx]*`;
const replacing = `s/${pattern}/${filling}/[gimrsx]*`;
const condition = `(?:(?:print|next|last)(?: ${text})? (?:if|unless|while) )?${match}(?:\\.{2,3}${match})?`;
const statement = `(?:${condition}|${replacing}|print)`;
const simple = new RegExp(`^${statement}(?:;\\s*${statement})*;?\\s*$`);

/**
 * Whether a program of Perl names nothing that could do harm, wherever it stands: what is taken for a text may be code to Perl. Programs
 * of a few forms, whose texts are certain, may hold any words in them.
 */
export function namesNothingActing(program: string): boolean {
  if (simple.test(program)) return true;
  return !leading.test(program) && [...program.matchAll(word)].every(([name]) => !acting.has(name));
}
