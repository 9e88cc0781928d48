/** Settings of shells that change what wildcards match, as bash and zsh spell them. */
const settings = /^(?:no_?case_?glob|dot_?glob|glob_?dots|glob_?star|extended_?glob)$/i;

/** The variable that contains the settings of bash. */
export const settingsVariable = 'BASHOPTS';

/** Whether a word names such a setting. */
export function isGlobSetting(word: string): boolean {
  return settings.test(word);
}

const wild = /[*?[]/;
/** Most folders that `**` is expanded to. */
const deepest = 4;
/** Most wildcards of one word that are varied. */
const mostNames = 16;

/** A path with each of its wildcards changed alone, and with all of them changed. */
function changed(names: readonly string[], change: (name: string) => string): readonly string[] {
  const all = names.map((name) => (wild.test(name) ? change(name) : name));
  const alone = names.flatMap((name, index) =>
    wild.test(name) ? [names.with(index, change(name)).join('/')] : [],
  );
  return [...alone.slice(0, mostNames), all.join('/')];
}

/** A wildcard for names with a leading dot. */
function dotted(name: string): string {
  if (name.startsWith('*')) return `.${name}`;
  return name.startsWith('?') ? `.${name.slice(1)}` : name.replace(/^\[[^\]]+\]/, '.');
}

/** A path with `**` replaced by no folder, one or more. */
function deepened(names: readonly string[]): readonly string[] {
  return Array.from({ length: deepest }, (_, depth) =>
    names.flatMap((name) => (name === '**' ? Array<string>(depth).fill('*') : [name])).join('/'),
  ).filter((path) => path !== '');
}

/** Further wildcards that a path stands for under these settings. */
export function reachedOtherwise(path: string, told: readonly string[]): readonly string[] {
  if (told.length === 0 || !wild.test(path)) return [];
  const names = path.split('/');
  const isTold = (some: RegExp) => told.some((setting) => some.test(setting));
  const deep = names.includes('**') ? deepened(names) : [];
  const dots = isTold(/dot/i) ? [path, ...deep].flatMap((one) => changed(one.split('/'), dotted)) : [];
  const found = [...deep, ...dots];
  if (!isTold(/case/i)) return found;
  return [path, ...found].flatMap((one) => [
    one,
    ...changed(one.split('/'), (name) => name.toLowerCase()),
    ...changed(one.split('/'), (name) => name.toUpperCase()),
  ]);
}
