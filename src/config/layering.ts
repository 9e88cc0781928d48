import * as v from 'valibot';
import { cannot } from '../core/failure.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import type { Layer, LayerName, Setting } from './layer.ts';
import { defaultOrigin, type LoadedConfig, type LoadedRule, type Origin } from './loaded.ts';
import { findOption, listOptions } from './options.ts';
import { defaultSettings, ruleSchema } from './schema.ts';
import { isLooser, isStrictRule, tightest } from './tighten.ts';
import { asList, isSame, mergeValues, putAt, shown } from './values.ts';

interface Lock {
  /** A key or a group. */
  readonly name: string;
  readonly source: string;
}

/** What a layer may do: anything except past locks; only tighten; or only tighten and throw otherwise. */
export type Freedom = 'free' | 'tighten' | 'tighten-or-refuse';

/** Stacks layers, from the first, which any later one may change. */
export class Layering {
  readonly #rules: LoadedRule[] = [];
  readonly #leftOut: LoadedRule[] = [];
  readonly #notices: string[] = [];
  readonly #values = new Map<string, unknown>();
  readonly #origins = new Map<string, Origin>();
  readonly #locks: Lock[] = [];

  /** Applies a layer, then its locks, which bind later layers. Throws `denied` for a loosening value under `tighten-or-refuse`. */
  add(layer: Layer, freedom: Freedom): void {
    for (const setting of layer.settings) {
      if (setting.option.key === 'rules') this.#addRules(layer.name, setting, freedom);
      else if (setting.option.key !== 'locked') this.#set(layer.name, setting, freedom);
    }
    for (const setting of layer.settings) {
      if (setting.option.key === 'locked') this.#addLocks(layer.name, setting);
    }
  }

  /** Whether no layer has set anything. */
  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#rules.length === 0;
  }

  originOf(key: string): Origin {
    return this.#origins.get(key) ?? defaultOrigin;
  }

  /** The value of a key after the layers so far. */
  valueOf(key: string): unknown {
    return this.#values.has(key) ? this.#values.get(key) : findOption(key)?.fallback;
  }

  /** Sets a value that follows from another option. */
  settle(key: string, value: unknown, origin: Origin): void {
    this.#put(key, value, origin);
  }

  /** The result; origins are computed on access. */
  loaded(): LoadedConfig {
    const [rules, leftOut, notices] = [this.#rules, this.#leftOut, this.#notices];
    const settings = defaultSettings();
    for (const [key, value] of this.#values) putAt(settings, key.split('.'), value);
    settings.rules = rules.map(({ layer: _layer, source: _source, line: _line, ...rule }) => rule);
    const originOf = (key: string) => this.originOf(key);
    return {
      settings,
      get origins() {
        return Object.fromEntries(listOptions().map(({ key }) => [key, originOf(key)]));
      },
      rules,
      leftOut,
      notices,
    };
  }

  #set(layer: LayerName, { option, value, source, line }: Setting, freedom: Freedom): void {
    const current = this.valueOf(option.key);
    const proposed = mergeValues(current, value);
    const lock = this.#lockOf(option.key);
    if (freedom === 'free' && lock === null) {
      this.#put(option.key, proposed, { layer, source, line });
      return;
    }
    const looser = isLooser(option.tighten, proposed, current);
    if (looser && freedom === 'tighten-or-refuse') throw refuseFlag(source, option.key, current);
    const next = tightest(option.tighten, current, proposed);
    const isChanged = !isSame(next, current);
    if (isChanged) this.#put(option.key, next, { layer, source, line });
    // A project file adds to a list that may only grow, so elements that it does not repeat are not missed.
    const isAddition = layer === 'project' && option.tighten.by === 'append';
    if (looser && !isAddition) {
      const state = `"${option.key}" ${isChanged ? 'becomes' : 'stays'} ${shown(next)}`;
      this.#notices.push(`${state}: ${whyBound(source, lock)}`);
    }
  }

  #addRules(layer: LayerName, { option, value, source, elementLines }: Setting, freedom: Freedom): void {
    const lock = this.#lockOf(option.key);
    const isFree = freedom === 'free' && lock === null;
    const added: LoadedRule[] = [];
    const ignored: LoadedRule[] = [];
    for (const [index, element] of asList(value).entries()) {
      const rule = v.parse(ruleSchema, element);
      const loaded = { ...rule, layer, source, line: elementLines[index] ?? null };
      (isFree || isStrictRule(rule) ? added : ignored).push(loaded);
    }
    const last = added.at(-1);
    if (last !== undefined) this.#origins.set(option.key, { layer, source, line: last.line });
    this.#rules.push(...added);
    this.#leftOut.push(...ignored);
    const [first, ...others] = ignored;
    if (first === undefined) return;
    const place = first.line === null ? '' : ` on line ${first.line}`;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const left = `"rules" leaves out allow ${shown(first.allow)}${place}${more}`;
    this.#notices.push(`${left}: ${whyBound(source, lock)}`);
  }

  #addLocks(layer: LayerName, { option, value, source, line }: Setting): void {
    if (layer === 'project') {
      this.#notices.push(
        `"locked" of ${escapeUnseen(source)} is ignored: only the system and the user file may lock`,
      );
      return;
    }
    const names = asList(value).map(String);
    this.#locks.push(...names.map((name) => ({ name, source })));
    const all = new Set([...asList(this.valueOf(option.key)), ...names]);
    this.#put(option.key, [...all], { layer, source, line });
  }

  #put(key: string, value: unknown, origin: Origin): void {
    this.#values.set(key, value);
    this.#origins.set(key, origin);
  }

  #lockOf(key: string): Lock | null {
    return this.#locks.find(({ name }) => covers(name, key)) ?? null;
  }
}

/** Whether a lock's name is the key or a group that contains it. */
export function covers(name: string, key: string): boolean {
  return key === name || key.startsWith(`${name}.`);
}

function whyBound(source: string, lock: Lock | null): string {
  const by = escapeUnseen(source);
  if (lock !== null) return `${escapeUnseen(lock.source)} locks "${lock.name}", so ${by} may only tighten it`;
  return `${by} may only tighten it until "agent-tools config trust" trusts its content`;
}

function refuseFlag(source: string, key: string, current: unknown) {
  const state = `it loosens "${key}", which is ${shown(current)}, inside a command that agent-tools runs`;
  return cannot('use', source, state, 'a value that only tightens', 'denied');
}
