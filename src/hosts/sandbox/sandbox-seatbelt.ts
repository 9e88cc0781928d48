import type { SandboxArea } from './sandbox-area.ts';

/** A path as a string literal of the profile's language. Control characters would end up unescaped, so they are refused. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

function rule(action: string, paths: readonly string[], filter: string): readonly string[] {
  return paths.length === 0
    ? []
    : [`(${action} ${paths.map((path) => `(${filter} ${quoted(path)})`).join(' ')})`];
}

/** Folders for temporary files; macOS gives each user one of their own. */
const temporary = ['/private/tmp', '/private/var/folders', '/private/var/tmp'];
const devices = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper'];

/**
 * The profile for `sandbox-exec` of macOS. The last matching rule counts, so allowed paths come first, and held and hidden
 * ones last. Experimental: tested as text, not run here.
 */
export function seatbeltProfile(area: SandboxArea): string {
  const { write, held, hidden, placeholders, hasNetwork } = area;
  const closed = [...held, ...placeholders.map(({ path }) => path)];
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(allow pseudo-tty)',
    '(allow file-ioctl (literal "/dev/tty") (regex #"^/dev/ttys[0-9]+$"))',
    '(allow file-read*)',
    ...rule('allow file-write*', [...temporary, ...write], 'subpath'),
    ...rule('allow file-write-data', devices, 'literal'),
    ...rule('deny file-write*', [...new Set(closed)], 'subpath'),
    ...rule('deny file-write-unlink', area.pinned, 'literal'),
    ...rule(
      'deny file-read* file-write*',
      hidden.map(({ path }) => path),
      'subpath',
    ),
    ...(hasNetwork
      ? [
          '(allow network-outbound (remote ip))',
          '(allow network-inbound (local ip))',
          '(allow network-bind (local ip))',
          '(allow mach-lookup (global-name "com.apple.dnssd.service"))',
        ]
      : ['(deny network*)']),
    '',
  ].join('\n');
}
