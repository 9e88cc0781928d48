import type { CodeToken } from './tokens.ts';

const endless =
  '(?:(?:while|until) (?:\\( )?(?:! )?(?:[01]|[Tt]rue|[Ff]alse)\\b(?: \\))?|for \\( ; ; \\)|loop)';
const fork = '(?:(?:os|POSIX|Process)(?:\\.|::))?(?:pcntl_)?fork\\b';

const before = new RegExp(`(?:^| )${endless} (?:(?:[:{]|do) )?${fork}`);
const behind = new RegExp(`(?:^| )${fork}(?: \\( \\))? (?:${endless}|while (?:\\( )?${fork})`);

/** Whether code forks in a loop without an end: `fork while fork`, `while True: os.fork()`. */
export function forksWithoutEnd(tokens: readonly CodeToken[]): boolean {
  const bare = tokens.map(({ kind, text }) => (kind === 'text' ? '""' : text)).join(' ');
  const line = bare.replace(/\s+/g, ' ');
  return before.test(line) || behind.test(line);
}
