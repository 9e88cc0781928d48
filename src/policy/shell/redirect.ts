import type { Redirection } from 'unbash';
import { type Arg, NotUnderstood, type Redirected, textOf } from './arg.ts';
import { literalBody } from './printed.ts';
import { descriptorsOf } from './streams.ts';
import { readOneWord, readPipe, type WordReading } from './word.ts';

/** The redirects of one command, without harmless ones. */
export interface Redirects {
  readonly files: readonly Redirected[];
  /** Whether they set the standard input of the command. */
  readonly input: boolean;
  /** The literal text of a here-document that is all of the standard input; null for none. */
  readonly inputText: string | null;
}

const harmlessCopies = /^[012]?$/;

function readHereDocument(node: Extract<Redirection, { type: 'HereDoc' }>, reading: WordReading): void {
  if (node.closing === undefined || node.delimiter === undefined)
    throw new NotUnderstood('leaves a here-document open');
  if (reading.strict) throw new NotUnderstood('holds a here-document, which shells read differently');
  if (!node.delimiter.quoted && /[$`\\]/.test(node.body.text)) {
    throw new NotUnderstood('expands inside a here-document');
  }
  reading.coverage.span(node.body.pos, node.body.end, 'single');
  reading.coverage.span(node.delimiter.pos, node.delimiter.end, 'single');
}

function descriptorOf(node: Redirection): number | null {
  if (node.descriptor === undefined) return null;
  if (node.descriptor.type === 'FileDescriptorVariable')
    throw new NotUnderstood('puts a descriptor into a variable');
  if (node.descriptor.end - node.descriptor.pos > 1)
    throw new NotUnderstood('uses a descriptor of several digits');
  return node.descriptor.value;
}

/** Whether bash connects to a network for this path; a wildcard without a match stays as written, and may be a host name. */
function isNetwork(target: Arg): boolean {
  return /^\/dev\/(tcp|udp)\//.test(target.kind === 'glob' ? target.literal : target.text);
}

/** The file that a redirect opens; null for harmless ones: copies among 0, 1 and 2, and `/dev/null`. */
function fileOf(node: Extract<Redirection, { type: 'Redirect' }>, reading: WordReading): Redirected | null {
  if (node.target === undefined) throw new NotUnderstood('redirects to nothing');
  const descriptor = descriptorOf(node);
  const pipe = node.operator === '<' ? readPipe(node.target, reading) : null;
  const target = pipe ?? readOneWord(node.target, reading);
  const text = textOf(target);
  const copies = node.operator === '>&' || node.operator === '<&';
  if (copies && text !== null && /^[12]$/.test(text) && harmlessCopies.test(String(descriptor ?? '')))
    return null;
  if (copies && (node.operator === '<&' || descriptor !== null || text === null || /^[\d-]/.test(text))) {
    throw new NotUnderstood('copies descriptors in an unusual way');
  }
  if (reading.strict && (copies || node.operator.startsWith('&') || node.operator === '<>')) {
    throw new NotUnderstood('redirects in a way shells differ about');
  }
  if (node.operator === '<>') throw new NotUnderstood('opens a file for reading and writing');
  // For a wildcard with several matches bash opens none of them; other shells take it as a name.
  if (target.kind === 'glob' && reading.strict) throw new NotUnderstood('redirects to a wildcard');
  if (text === '/dev/null') return null;
  if (isNetwork(target)) throw new NotUnderstood('opens a network connection');
  return { access: node.operator === '<' ? 'read' : 'write', target };
}

/** The text of the only redirect of the standard input, if that is a here-document in which nothing is expanded; null otherwise. */
function inputTextOf(nodes: readonly Redirection[]): string | null {
  const [only, ...others] = nodes.filter((node) => descriptorsOf(node).includes(0));
  return only?.type === 'HereDoc' && others.length === 0 ? literalBody(only) : null;
}

/** A substitution in a redirect behind the one that sets the input would read that input. */
function fed(): never {
  throw new NotUnderstood('runs a command in a redirect behind its input');
}

/** Reads the redirects of one command. Throws NotUnderstood for anything beyond the supported grammar. */
export function readRedirects(nodes: readonly Redirection[], first: WordReading): Redirects {
  const files: Redirected[] = [];
  let input = false;
  for (const node of nodes) {
    const reading = input ? { ...first, enter: fed } : first;
    if (node.type === 'Redirect') {
      const file = fileOf(node, reading);
      if (file !== null) files.push(file);
      input ||= node.operator === '<';
    } else {
      descriptorOf(node);
      input = true;
      if (node.type === 'HereDoc') readHereDocument(node, reading);
      else if (reading.strict || node.target === undefined) throw new NotUnderstood('holds a here-string');
      else readOneWord(node.target, reading);
    }
  }
  return { files, input, inputText: inputTextOf(nodes) };
}
