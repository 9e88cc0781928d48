import type { Candidate, Words } from '../rules/pattern.ts';

/** Commands connected by pipes that may print names: `find . | sort`. */
export type Listing = readonly Words[];

/** Most listings of one text. */
const mostListings = 1024;

// A random part ensures that no text of a command is a mark.
const secret = String(Math.random()).slice(2);
const [open, apart, close] = ['\uE0F2', '\uE0F3', '\uE0F4'];
const mark = new RegExp(`${open}${secret}((?:${apart}\\d+)+)${close}`, 'g');

function marked(places: Iterable<number>): string {
  const numbers = [...places].map((place) => `${apart}${place}`);
  return `${open}${secret}${numbers.join('')}${close}`;
}

function placesIn(found: string): readonly number[] {
  return found.split(apart).slice(1).map(Number);
}

/** Whether a word contains a mark for listed names. */
export function isHanded(word: Candidate): boolean {
  return word?.includes(open + secret) === true;
}

/** Manages marks, which stand in words for the output of listings that is known only when they run. */
export class HandedNames {
  readonly #listings: Listing[] = [];
  readonly #places = new Map<string, number>();
  /** Whether there are more listings than are kept. */
  isCut = false;

  /** The mark for the names that listings print; null for none. */
  markOf(listings: readonly Listing[]): string | null {
    const places = new Set(listings.flatMap((listing) => this.#placeOf(listing) ?? []));
    return places.size === 0 ? null : marked(places);
  }

  #placeOf(listing: Listing): number | null {
    const key = JSON.stringify(listing);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.isCut ||= this.#listings.length >= mostListings;
    if (this.isCut) return null;
    this.#places.set(key, this.#listings.length);
    return this.#listings.push(listing) - 1;
  }

  /** Merges those texts of a variable that are only marks into one. */
  together(texts: readonly string[]): readonly string[] {
    const whole = texts.filter((text) => text.replace(mark, '') === '');
    if (whole.length < 2) return texts;
    const places = new Set(
      whole.flatMap((text) => [...text.matchAll(mark)].flatMap(([, found = '']) => placesIn(found))),
    );
    return [marked(places), ...texts.filter((text) => !whole.includes(text))];
  }

  /** The listings whose marks are in a word. */
  in(word: Candidate): readonly Listing[] {
    const places = [...(word ?? '').matchAll(mark)].flatMap(([, found = '']) => placesIn(found));
    return [...new Set(places)]
      .map((place) => this.#listings[place])
      .filter((listing) => listing !== undefined);
  }

  /** A word that is a mark, with its listings piped through a filter; other words unchanged. */
  through(word: Candidate, filter: Words): Candidate {
    if (this.put(word, '') !== '') return word;
    return this.markOf(this.in(word).map((listing) => [...listing, filter]));
  }

  /** Puts a name in place of each mark in a word. */
  put(word: Candidate, name: string): Candidate {
    return word?.replace(mark, () => name) ?? null;
  }
}
