/** Characters of one script that are written anew. */
const longest = 65_536;

/** Where a command may begin. */
const place = '(^|[;\\n&|]|\\b(?:and|or|not)\\b)([ \\t]*)';
/** Words of fish that stand before a condition, those that begin or end a block, with what they take, and what sets a variable. */
const condition = new RegExp(`${place}(?:else[ \\t]+)?(?:if|while)(?=[ \\t])`, 'g');
const block = new RegExp(
  `${place}(?:(?:begin|end|else)(?=[ \\t;\\n]|$)|(?:switch|case|for|function)[ \\t]+[^;\\n]*)`,
  'g',
);
const setting = new RegExp(
  `${place}set[ \\t]+(?:-\\w+[ \\t]+)*(\\w+)[ \\t]+([\\w./-][\\w ./-]*)(?=[;\\n]|$)`,
  'g',
);

/** A script of fish as a POSIX shell would run its commands: for finding them only. */
function fromFish(script: string): string {
  return script
    .replace(/(?<![$<>\\])\(/g, '$(')
    .replace(condition, '$1$2')
    .replace(block, '$1$2:')
    .replace(setting, "$1$2$3='$4'")
    .replace(/\bset[ \t]+-\w*x\w*[ \t]+(\w+)[ \t]+(?=["'])/g, 'export $1=');
}

/** Arrays of one script that are named without their elements. */
const mostArrays = 32;

/** A script in which the name of an array stands for all that is in it, as zsh has it. */
function withElements(script: string): string {
  const arrays = [...script.matchAll(/(?<![\w$])([A-Za-z_]\w{0,63})=\(/g)].map(([, name = '']) => name);
  const names = [...new Set(arrays)].slice(0, mostArrays).join('|');
  return names === ''
    ? script
    : script.replace(new RegExp(`\\$(${names})(?![\\w[])`, 'g'), (_, name: string) => `\${${name}[@]}`);
}

/** A script of zsh likewise: functions without a name, short loops, `=name`, `=(…)` and `${=x}`. */
function fromZsh(script: string): string {
  return withElements(
    script
      .replace(/\$\{\([\w@:#.%]{1,16}\)/g, '$${')
      .replace(/(^|[;\n{&|]|\bdo)([ \t]*)(?:\(\)|function)[ \t]*(?=\{)/g, '$1$2')
      .replace(/\bfor(?:each)?[ \t]+\w+[ \t]*\([^()]*\)[ \t]*;?/g, ':;')
      .replace(/\brepeat[ \t]+[^\s;]+[ \t]*(?:;[ \t]*)?do\b/g, '{ ')
      .replace(/(^|[\s;|&{])=(?=[\w/(])/g, (_, before: string) => before)
      .replace(/(^|[\s;|&{])\((?=[^()]*\))/g, '$1<(')
      .replace(/\$\{=(\w+)\}/g, '$$$1')
      .replace(/(^|[;\n])([ \t]*)end(?=[ \t;\n]|$)/g, '$1$2:')
      .replace(/(?<!\$\{[^{}]{0,400})\}(?=[ \t]*$)/, ';}'),
  );
}

/** The script of another shell than those of POSIX as one of these might write it; nothing for one that is like them. */
export function writtenAnew(shell: string, script: string): readonly string[] {
  if (script.length > longest) return [];
  const anew = shell === 'fish' ? fromFish(script) : shell === 'zsh' ? fromZsh(script) : script;
  return anew === script ? [] : [anew];
}
