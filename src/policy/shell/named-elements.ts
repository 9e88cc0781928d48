import type { Words } from '../rules/pattern.ts';

/** Setting an element of one of the shell's own arrays, as the equal command: `BASH_ALIASES[x]=y` is `alias x=y`. Null for other arrays. */
export function namingOf(array: string, key: string, text: string): readonly string[] | null {
  if (array === 'BASH_ALIASES') return ['alias', `${key}=${text}`];
  return array === 'BASH_CMDS' ? ['hash', '-p', text, key] : null;
}

const mostSettings = 32;
const mostTexts = 8;

/** Git settings in variables as git commands: `GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=push`. */
export function settingsHeld(all: (name: string) => Words): readonly (readonly string[])[] {
  const indices = Array.from({ length: mostSettings }, (_, index) => index);
  const some = (name: string, index: number) => all(`${name}_${index}`).slice(0, mostTexts);
  return indices.flatMap((index) =>
    some('GIT_CONFIG_KEY', index).flatMap((key) =>
      some('GIT_CONFIG_VALUE', index).flatMap((value) =>
        key === null || value === null ? [] : [['git', 'config', key, value]],
      ),
    ),
  );
}
