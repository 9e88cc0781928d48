import type { CodeLanguage } from './language.ts';

/** Most characters of code that is rewritten; longer code stays as it is. */
const longest = 65_536;
const mostAliases = 64;

const decoding =
  /(?:\b\w{0,12}\.?b64decode|\batob|\bdecode_base64|\bBase64\.(?:(?:strict_|urlsafe_)?decode64|decode)!?|\bbase64_decode)\(\s*b?(["'])([\w+/=-]{4,})\1\s*\)(?:\.(?:decode|toString)\([^)]*\))?/g;
const decodingBuffer =
  /\bBuffer\.from\(\s*(["'])([\w+/=]+)\1\s*,\s*["'](base64|hex)["']\s*\)(?:\.toString\([^)]*\))?/g;
const decodingHex = /\bbytes\.fromhex\(\s*(["'])([\da-fA-F]+)\1\s*\)(?:\.decode\([^)]*\))?/g;

function literal(encoded: string, encoding: 'base64' | 'hex'): string {
  return JSON.stringify(Buffer.from(encoded, encoding).toString('utf8'));
}

function decoded(code: string): string {
  return code
    .replace(decoding, (_, __, text: string) => literal(text, 'base64'))
    .replace(decodingBuffer, (_, __, text: string, encoding) => literal(text, encoding))
    .replace(decodingHex, (_, __, text: string) => literal(text, 'hex'));
}

const renamedImport = /\bimport\s+([\w.]+)\s+as\s+(\w+)/g;
const namedImport = /\bfrom\s+([\w.]+)\s+import\s+([^\n;#]+)/g;
const required =
  /\b(\w+)\s*=\s*(?:await\s+)?(?:require|import)\(\s*["'](?:node:)?([\w/-]+)["']\s*\)(?:\.(\w+))?/g;
const importedWhole = /\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+["'](?:node:)?([\w/-]+)["']/g;
const destructured =
  /\{([^{}]*)\}\s*(?:=\s*(?:await\s+)?(?:require|import)\(\s*|from\s+)["'](?:node:)?([\w/-]+)["']/g;
const assigned =
  /(?<![\w.$])(\w+)\s*=\s*((?:os|subprocess|shutil|pty|child_process|cp|fs)(?:\.\w+)?)\s*(?=$|[;\n])/gm;

/** A variable with a path object, on which methods are called. */
const heldPath =
  /(?<![\w.$])(\w+)\s*=\s*((?:(?:pathlib\.)?Path|Pathname(?:\.new)?|Bun\.file)\(\s*["'][^"'()\n]{1,400}["']\s*\))\s*(?=$|[;\n])/gm;

/** A module by the name under which its calls are known. */
function moduleName(module: string): string {
  return module === 'child_process' ? 'cp' : module.replace(/^fs\/promises$/, 'fs.promises');
}

/** The modules and functions behind aliases in code: `import os as o`, `const { exec: e } = require(…)`. */
function aliasesOf(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (name = '', meant = '') => {
    if (name !== '' && name !== meant && found.size < mostAliases) found.set(name, meant);
  };
  for (const [, module, name] of code.matchAll(renamedImport)) note(name, module);
  for (const [, module = '', list = ''] of code.matchAll(namedImport))
    for (const [, item, name] of list.matchAll(/\b(\w+)\s+as\s+(\w+)/g)) note(name, `${module}.${item}`);
  for (const [, name, module = '', member] of code.matchAll(required))
    note(name, member === undefined ? moduleName(module) : `${moduleName(module)}.${member}`);
  for (const [, name, module = ''] of code.matchAll(importedWhole)) note(name, moduleName(module));
  for (const [, list = '', module = ''] of code.matchAll(destructured))
    for (const [, item, name] of list.matchAll(/(?<![\w$])([\w$]+)\s*(?::|\bas\b)\s*([\w$]+)/g))
      note(name, `${moduleName(module)}.${item}`);
  for (const pattern of [assigned, heldPath])
    for (const [, name, meant] of code.matchAll(pattern)) note(name, meant);
  return found;
}

/** Code with indirect calls rewritten as plain ones: for finding dangers, never for allowing. */
export function rewritten(code: string, { rewrites = [] }: CodeLanguage): string {
  if (code.length > longest) return code;
  const plainly = (text: string) =>
    rewrites.reduce((known, [pattern, by]) => known.replace(pattern, by), text);
  const text = plainly(decoded(code));
  const aliases = aliasesOf(text);
  if (aliases.size === 0) return text;
  const names = new RegExp(`(?<![\\w.$"'])(${[...aliases.keys()].join('|')})(?=\\s*[.(])`, 'g');
  return plainly(text.replace(names, (name) => aliases.get(name) ?? name));
}
