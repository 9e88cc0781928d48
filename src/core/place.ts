import { isAbsolute, join, normalize } from 'node:path';
import type { Display } from './content.ts';
import type { Effect, EffectPath } from './effect.ts';
import { expandHome } from './paths/containment.ts';

/** The forms in which programs ask for keys that terminals have no code for: kitty's keyboard protocol and xterm's modifyOtherKeys. */
export const otherKeyForms = ['kitty', 'xterm'] as const;

export type OtherKeys = (typeof otherKeyForms)[number];

/** What was typed into a session before, as the machine tells that has it. */
export interface TypedBefore {
  /** The text since its last finished line. */
  readonly pending: string;
  /** The modes that decide what a key or a paste is; null without a terminal. */
  readonly terminal: {
    readonly applicationCursor: boolean;
    readonly bracketedPaste: boolean;
    readonly otherKeys: OtherKeys | null;
  } | null;
}

/** Another machine, for judging a call to it here: nothing is looked up there, and its folders have placeholder names. */
export interface Place {
  readonly host: string;
  /** Absolute, like the others; a placeholder for its working folder. */
  readonly cwd: string;
  readonly home: string;
  readonly searchPath: string;
  /** Of the session that a call types into; absent if it is not known. */
  readonly typed?: TypedBefore;
}

/** What a call would do on another machine, as far as its input tells. */
export interface Outline {
  /** One line for a prompt. */
  readonly title: string;
  readonly effects: readonly Effect[];
  readonly display: readonly Display[];
  /** The input to send, with what only this side knows filled in. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Seconds that the call may take: a number, the time limit of commands there, or absent for none. */
  readonly seconds?: number | 'as commands';
}

/** A path on another machine, normalised as text only. */
export function pathAt(place: Place, given: string): EffectPath {
  const named = expandHome(given, place.home);
  return { path: isAbsolute(named) ? normalize(named) : join(place.cwd, named), given };
}

/** The outline of a call that accesses one path and displays nothing. */
export function touchAt(
  place: Place,
  kind: 'read' | 'list',
  call: { readonly title: string; readonly path: string; readonly input: Outline['input'] },
): Outline {
  const { title, path, input } = call;
  return { title, effects: [{ kind, ...pathAt(place, path) }], display: [], input };
}

/** The outline of a call that changes a file, whose present content is not known. */
export function changeAt(
  place: Place,
  call: {
    readonly title: string;
    readonly path: string;
    readonly input: Outline['input'];
    readonly changes: readonly { readonly old: string; readonly fresh: string }[];
  },
): Outline {
  const { title, path, input, changes } = call;
  const text = changes.map(({ old, fresh }) => `${prefixed('-', old)}${prefixed('+', fresh)}`).join('@@\n');
  return {
    title,
    effects: [{ kind: 'write', ...pathAt(place, path), before: null, after: null }],
    display: [{ type: 'diff', path, text }],
    input,
  };
}

function prefixed(mark: string, text: string): string {
  if (text === '') return '';
  const lines = text.split('\n');
  const whole = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return whole.map((line) => `${mark}${line}\n`).join('');
}
