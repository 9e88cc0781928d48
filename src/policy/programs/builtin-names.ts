import { setOf } from './words.ts';

/** Names bash answers to itself, before any program on PATH. */
const names = setOf(
  ': . [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit ' +
    'export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return ' +
    'set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait',
);

/** Whether a shell runs a builtin of this name. */
export function isBuiltin(name: string): boolean {
  return names.has(name);
}
