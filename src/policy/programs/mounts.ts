import { withoutTrailing } from '../../core/text/trailing.ts';
import type { Words } from '../rules/pattern.ts';
import { optionValues } from './option-value.ts';

/** A folder or file of this machine that is mounted in a container. */
interface Mount {
  readonly here: string;
  readonly there: string;
  readonly isReadOnly: boolean;
}

/** Parts of the command in a container that may be paths. */
const mostPieces = 256;

/** `HERE:THERE[:OPTIONS]`; a volume has a name in place of a path. */
const volume = /^([~/.][^:]*):(\/[^:]+)(?::(.*))?$/;

function volumeOf(text: string): Mount | null {
  const [, here, there, options = ''] = volume.exec(text) ?? [];
  const isReadOnly = options.split(',').includes('ro');
  return here === undefined || there === undefined ? null : { here, there, isReadOnly };
}

/** `type=bind,source=HERE,target=THERE`. */
function mountOf(text: string): Mount | null {
  const fields = new Map(text.split(',').map((field) => [field.split('=', 1)[0] ?? '', field]));
  const held = (...names: readonly string[]) =>
    names.flatMap((name) => fields.get(name)?.slice(name.length + 1) ?? [])[0];
  const [here, there] = [held('source', 'src'), held('target', 'destination', 'dst')];
  const isReadOnly = fields.has('readonly') || fields.has('ro');
  return here === undefined || there === undefined || held('type') !== 'bind'
    ? null
    : { here, there, isReadOnly };
}

/** The values of options of a command that starts a container, which takes `-v=x` for `-v x`. */
function valuesIn(words: Words, names: readonly string[]): readonly string[] {
  return optionValues(words, names).map((value) => value.replace(/^=/, ''));
}

/** What the options of a command that starts a container say of mounts. */
function textsOfMounts(words: Words) {
  return { volumes: valuesIn(words, ['-v', '--volume']), mounts: valuesIn(words, ['--mount']) };
}

/** The mounts of a command that starts a container, deepest first. */
function mountsOf(words: Words): readonly Mount[] {
  const { volumes, mounts } = textsOfMounts(words);
  const found = [...volumes.map(volumeOf), ...mounts.map(mountOf)];
  return found.filter((mount) => mount !== null).sort((a, b) => b.there.length - a.there.length);
}

/** The writable mounts of a command that starts a container, deepest first. */
export function mountsIn(words: Words): readonly Mount[] {
  return mountsOf(words).filter(({ isReadOnly }) => !isReadOnly);
}

/** The path on this machine of a path in a container; null outside of the mounts. */
function pathHere(path: string, mounts: readonly Mount[]): string | null {
  for (const { here, there } of mounts) {
    const above = withoutTrailing(there, '/');
    if (path === above || path.startsWith(`${above}/`)) return here + path.slice(above.length);
  }
  return null;
}

/** The files of this machine that the command `told` opens in a container, which the words `own` start. */
export function filesShown(told: Words, own: Words): readonly string[] {
  const mounts = mountsOf(own);
  if (mounts.length === 0) return [];
  const folders = valuesIn(own, ['-w', '--workdir']);
  const pieces = told.flatMap((word) => word?.match(/[^\s'"`;|&<>()=]+/g) ?? []).slice(0, mostPieces);
  return pieces.flatMap((piece) => {
    const paths = piece.startsWith('/') ? [piece] : folders.map((folder) => `${folder}/${piece}`);
    return paths.flatMap((path) => pathHere(path, mounts) ?? []);
  });
}

/** The sources of all mounts of a command that starts a container, also read-only ones. */
export function mountSources(words: Words): readonly string[] {
  const { volumes, mounts } = textsOfMounts(words);
  return [
    ...volumes.flatMap((text) => /^([~/.][^:]*):\//.exec(text)?.[1] ?? []),
    ...mounts.flatMap((text) => /(?:^|,)(?:source|src|volume-opt=device)=([^,]+)/.exec(text)?.[1] ?? []),
  ];
}

/** A command in a container with paths on this machine in place of those in mounts. */
export function asHere(words: Words, mounts: readonly Mount[]): Words {
  const renamings = mounts.flatMap(({ here, there }) => {
    const named = withoutTrailing(there, '/').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(`(?<![\\w./~-])${named}(?=$|[\\s/'";)&|])`, 'g');
    return named === '' ? [] : [(word: string) => word.replace(pattern, () => here)];
  });
  return words.map((word) => {
    if (word === null) return word;
    return renamings.map((rename) => rename(word)).find((renamed) => renamed !== word) ?? word;
  });
}
