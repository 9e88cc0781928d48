import type { Word } from 'unbash';
import { baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';

/** Programs to which a tilde that reaches them is a name, as to the system. */
const takesNames =
  /^(cat|chgrp|chmod|chown|cp|du|grep|head|ln|ls|mkdir|mv|rm|rmdir|stat|tail|tee|touch|unlink|wc)$/;
/** A tilde in quotes, or behind variables, which no shell expands (POSIX, "Tilde Expansion"). */
const ownTilde = /^(?:["'\\]|\$\w+|\$\{\w+\})+~/;

/** Texts of a word that is read as a path, where a tilde stands for itself as one that no home is put in for. */
export function asOwnTilde(word: Word, texts: readonly Candidate[]): readonly Candidate[] {
  if (!ownTilde.test(word.text)) return texts;
  return texts.map((text) => (text !== null && /^~(\/|$)/.test(text) ? `./${text}` : text));
}

/** The same of a word behind the name of a program; some expand it by themselves. */
export function asOperand(
  name: Word | undefined,
  word: Word,
  texts: readonly Candidate[],
): readonly Candidate[] {
  return takesNames.test(baseName(name?.value ?? '')) ? asOwnTilde(word, texts) : texts;
}
