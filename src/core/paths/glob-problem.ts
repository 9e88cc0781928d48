/** Why a configured pattern is not a valid path glob; null if it is. */
export function globProblem(text: string): string | null {
  if (text === '') return 'it is empty';
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'it holds control characters';
  if (text.split('/').includes('..')) return 'it climbs with ".."';
  if (text.startsWith('!')) return 'it begins with "!"';
  const opened = text.replace(/\\./g, '');
  const count = (char: string) => opened.split(char).length;
  if (count('{') !== count('}')) return 'a brace is not closed';
  if (count('[') !== count(']')) return 'a bracket is not closed';
  if (/\{[^{},/]*\.\.[^{},/]*\}/.test(opened)) return 'it holds a sequence in braces';
  if (/[@!?+*]\(|\([^()|]*\|/.test(opened)) return 'it holds a group in parentheses';
  return null;
}
