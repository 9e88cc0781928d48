const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** A path as POSIX layers on Windows write it (`/c/x`, `/cygdrive/c/x`, `//server/share`), in native form. */
export function nativeWindowsPath(path: string): string {
  const drive = /^\/(?:cygdrive\/)?([A-Za-z])(?:\/(.*))?$/s.exec(path);
  if (drive) return `${(drive[1] ?? '').toUpperCase()}:\\${(drive[2] ?? '').replaceAll('/', '\\')}`;
  return path.replaceAll('/', '\\');
}

/**
 * What is wrong with a native Windows path, or null: forms that do not mean what they look like (device paths, drive-relative paths,
 * alternate data streams, reserved names, trailing dots and blanks that the system drops) or that no name may hold.
 */
export function windowsPathProblem(path: string): string | null {
  if (/^\\\\[.?]\\/.test(path) || path.startsWith('\\??\\')) return 'it is a device path';
  if (/^[A-Za-z]:(?!\\)/.test(path)) return 'it is relative to the current folder of a drive';
  const rest = path.replace(/^[A-Za-z]:/, '');
  if (rest.includes(':')) return 'it names an alternate data stream';
  for (const segment of rest.split('\\')) {
    if (segment === '.' || segment === '..') continue;
    if (/[. ]$/.test(segment)) return 'a name in it ends in a dot or a blank, which the system drops';
    if (reserved.test(segment.replace(/\..*$/s, '').trimEnd())) return `"${segment}" is a device's name`;
    const odd = /[<>"|?*\p{Cc}]/u.exec(segment)?.[0];
    if (odd !== undefined) return `a name in it holds ${JSON.stringify(odd)}, which Windows does not allow`;
  }
  return null;
}
