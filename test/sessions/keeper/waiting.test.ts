import { expect, it } from 'vitest';
import {
  isAsking,
  isWaitingForInput,
  mayBeRead,
  type Quietness,
} from '../../../src/sessions/keeper/waiting.ts';

const pipe: Quietness = {
  inputOpen: true,
  queued: 0,
  idleMs: 1000,
  endsLine: false,
  pausedMs: 0,
  isDrawing: false,
  terminal: null,
  isRead: false,
};
const cooked = { echo: true, canonical: true, signals: true };
const hidden = { ...cooked, echo: false };
const raw = { echo: false, canonical: false, signals: false };

it.each<[string, Partial<Quietness>, boolean]>([
  ['an unfinished line, and silence', {}, true],
  ['an unfinished line just now', { idleMs: 100 }, false],
  ['a whole line, and silence', { endsLine: true }, false],
  ['a whole line, and long silence', { endsLine: true, idleMs: 20_000 }, true],
  ['a closed input', { inputOpen: false }, false],
  ['input it has not read', { queued: 1 }, false],
  ['a password', { terminal: hidden, idleMs: 200, endsLine: true }, true],
  ['a prompt in a terminal', { terminal: cooked }, true],
  ['an editor of lines', { terminal: raw }, true],
  ['an editor of lines just now', { terminal: raw, idleMs: 200 }, false],
  ['a menu without a cursor', { terminal: raw, isDrawing: true, idleMs: 5000 }, true],
  ['a screen without a cursor, drawn just now', { terminal: raw, isDrawing: true, idleMs: 4000 }, false],
  ['one that draws every 3 s', { terminal: raw, isDrawing: true, pausedMs: 3000, idleMs: 5000 }, false],
  ['one that draws seldom', { terminal: raw, isDrawing: true, pausedMs: 60_000, idleMs: 15_000 }, true],
])('%s', (_, more, expected) => {
  expect(isWaitingForInput({ ...pipe, ...more })).toBe(expected);
});

it.each<[string, Partial<Quietness>, boolean]>([
  ['an unfinished line, and silence', {}, true],
  ['an unfinished line just now', { idleMs: 100 }, false],
  ['a whole line, and long silence', { endsLine: true, idleMs: 20_000 }, false],
  ['a password', { terminal: hidden, idleMs: 200, endsLine: true }, true],
  ['a whole line, and a program that reads', { endsLine: true, isRead: true }, true],
  ['a program that reads what was sent just now', { isRead: true, queued: 1 }, false],
  ['a closed input', { inputOpen: false }, false],
  ['input it has not read', { queued: 1, idleMs: 20_000 }, false],
  ['a screen without a cursor', { terminal: raw, isDrawing: true }, false],
  ['a screen without a cursor, which hides what is typed', { terminal: hidden, isDrawing: true }, true],
  ['what went on by itself after as long', { pausedMs: 1000 }, false],
  ['what went on by itself much sooner', { pausedMs: 1000, idleMs: 2000 }, true],
  ['what went on by itself after very long', { pausedMs: 60_000, idleMs: 15_000 }, true],
])('tells a question from silence: %s', (_, more, expected) => {
  expect(isAsking({ ...pipe, ...more })).toBe(expected);
});

it.each<[string, Partial<Quietness>, boolean]>([
  ['silence', {}, true],
  ['silence after whole lines', { endsLine: true }, true],
  ['output just now', { idleMs: 100 }, false],
  ['input on its way', { queued: 1 }, false],
  ['a closed input', { inputOpen: false }, false],
  ['a terminal, where a prompt tells', { terminal: cooked }, false],
])('looks for a read after %s', (_, more, expected) => {
  expect(mayBeRead({ ...pipe, ...more })).toBe(expected);
});
