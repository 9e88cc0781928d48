function escapeLiteral(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

/** The class that opens at `start`, and where it ends; null when it is never closed. */
function readClass(glob: string, start: number): { source: string; end: number } | null {
  const negated = glob[start + 1] === '!' || glob[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  const end = glob.indexOf(']', first + 1);
  if (end === -1) return null;
  const body = glob.slice(first, end).replace(/[\\\][^]/g, '\\$&');
  return { source: `(?!/)[${negated ? '^' : ''}${body}]`, end };
}

/** Source of a regular expression for `glob`: `*` and `?` stop at `/`, `**` does not, classes and braces as in a shell. */
function globSource(glob: string): string {
  let source = '';
  let depth = 0;
  for (let i = 0; i < glob.length; i += 1) {
    const char = glob[i] ?? '';
    const set = char === '[' ? readClass(glob, i) : null;
    if (set !== null) {
      source += set.source;
      i = set.end;
    } else if (glob.startsWith('**/', i) && (i === 0 || glob[i - 1] === '/')) {
      source += '(?:[^/]*/)*';
      i += 2;
    } else if (glob.startsWith('**', i)) {
      source += '.*';
      i += 1;
    } else if (char === '*') source += '[^/]*';
    else if (char === '?') source += '[^/]';
    else if (char === '{' && glob.includes('}', i)) {
      source += '(?:';
      depth += 1;
    } else if (char === '}' && depth > 0) {
      source += ')';
      depth -= 1;
    } else if (char === ',' && depth > 0) source += '|';
    else source += escapeLiteral(char);
  }
  return source + ')'.repeat(depth);
}

/**
 * A case-insensitive test of whole slash-separated paths: a glob without a slash is about the last name, a relative one
 * about any tail of the path, an absolute one about all of it. For the few names of `workspace.sensitive`, which must be
 * known before picomatch is loaded. A class that is none (`[z-a]`) makes the whole glob literal.
 */
export function globRegExp(glob: string): RegExp {
  const prefix = glob.startsWith('/') ? '' : '(?:.*/)?';
  try {
    return new RegExp(`^${prefix}${globSource(glob)}$`, 'is');
  } catch {
    return new RegExp(`^${prefix}${glob.replace(/./gs, escapeLiteral)}$`, 'is');
  }
}
