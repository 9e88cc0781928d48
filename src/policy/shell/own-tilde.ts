import type { Word } from 'unbash';
import { baseName } from '../programs/base-name.ts';
import type { Words } from '../rules/pattern.ts';

/** Programs that treat a leading tilde as part of a name, as the system does. */
const takesNames =
  /^(cat|chgrp|chmod|chown|cp|du|grep|head|ln|ls|mkdir|mv|rm|rmdir|stat|tail|tee|touch|unlink|wc)$/;
/** A tilde in quotes, or behind variables, which no shell expands (POSIX, "Tilde Expansion"). */
const ownTilde = /^(?:["'\\]|\$\w+|\$\{\w+\})+~/;

/** The texts of a word used as a path, with a literal tilde marked so that it is not expanded later. */
export function asOwnTilde(word: Word, texts: Words): Words {
  if (!ownTilde.test(word.text)) return texts;
  return texts.map((text) => (text !== null && /^~(\/|$)/.test(text) ? `./${text}` : text));
}

/** Like `asOwnTilde`, for an operand of a program; some programs expand a tilde by themselves. */
export function asOperand(name: Word | undefined, word: Word, texts: Words): Words {
  return takesNames.test(baseName(name?.value ?? '')) ? asOwnTilde(word, texts) : texts;
}
