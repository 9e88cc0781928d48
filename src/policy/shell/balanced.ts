/** Whether every parenthesis is closed behind where it opens. */
export function isBalanced(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === '(') open += 1;
    else if (char === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
