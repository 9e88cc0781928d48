import { copies, reads, removes, removesOne, writes, writing, writingFlags } from './deeds.ts';
import type { CodeLanguage } from './language.ts';
import { javascriptModules } from './modules.ts';
import { quoted } from './quotes.ts';

export const javascript = (): CodeLanguage => ({
  options: ['-e', '-p', '-pe', '--eval', '--print'],
  sub: /^eval$/,
  comment: /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/y,
  quotes: [...quoted, { open: /(`)/y, spans: true }],
  interpolation: /\$\{([^{}]*)\}/g,
  fills: { opening: /^`/, part: /\$\{([^{}]*)\}/g },
  juxtaposed: /^`$/,
  hasSlashes: true,
  modules: javascriptModules,
  calls: [
    {
      name: /^(?:[\w$]*\.)?(?:execSync|execFile|execFileSync|spawnSync|execa|execaSync|execaCommand|execaCommandSync)$/,
    },
    { name: /^(?:(?:cp|child_process|childProcess|shell|Bun)?\.)?(?:exec|spawn)$/ },
    { name: /^(?:Deno\.(?:Command|run)|(?:(?:Bun|bun|zx)\.)?\$)$/ },
    { name: /^(?:require|import)$/, isFile: true },
    { name: /\.(?:write|end)$/, feeds: true },
    { name: /^(?:eval|Function|(?:vm)?\.runIn\w*Context)$/, isCode: true },
    { name: /^(?:[\w$]*\.)*(?:rmSync|rmdirSync|rimraf|rimrafSync|removeSync|emptyDirSync)$/, as: removes },
    { name: /^(?:fs|fsp|fse|\.promises|fs\.promises)?\.(?:rm|rmdir|remove|emptyDir)$/, as: removes },
    { name: /^Deno\.remove(?:Sync)?$/, as: removes },
    { name: /^(?:[\w$]*\.)*unlink(?:Sync)?$/, as: removesOne },
    {
      name: /^(?:[\w$]*\.)*(?:readFileSync|readFile|createReadStream|readTextFile(?:Sync)?|openSync)$|^Bun\.file$/,
      as: reads,
    },
    {
      name: /^(?:[\w$]*\.)*(?:(?:writeFile|appendFile|truncate|writeTextFile)(?:Sync)?|createWriteStream|WriteStream)$|^Bun\.write$|^Deno\.create(?:Sync)?$/,
      as: writes,
    },
    { name: /^Bun\.file$/, after: /^\.write(?:r)?$/, as: writes },
    { name: /^(?:[\w$]*\.)*open(?:Sync)?$/, as: writes, by: writing },
    {
      name: /^(?:[\w$]*\.)*(?:copyFile|cp|copy|rename|link|symlink|copyFileSync|cpSync|copySync|renameSync|linkSync|symlinkSync)$/,
      as: copies,
      takesAll: true,
    },
  ],
  rewrites: [
    writingFlags('\\b(?:[\\w$]{1,24}\\.){0,3}O_'),
    [/\b(open(?:Sync)?\([^,()\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
    [
      /\b(Deno\.open(?:Sync)?\([^,()\n]{1,400},\s*)\{[^{}\n]{0,200}\b(?:write|append|truncate|create\w*)\s*:\s*true\b/g,
      '$1"w", {',
    ],
    [/(\w|\))\s*\[["'](\w+)["'](?:\s*\+\s*["'](\w+)["'])?\](?=\s*\()/g, '$1.$2$3'],
    [
      /\b(?:(?:process\.mainModule|module)\.)?require\(\s*["'](?:node:)?(fs|path|os|util|child_process)(?:\/promises)?["']\s*\)(?=\.)/g,
      '$1',
    ],
    [/\b(?:util\.)?promisify\(\s*([\w.$]+(?:\([^()]*\))?(?:\.\w+)?)\s*\)/g, '$1'],
    [
      /(\[[^\][\n]{0,1000}\])\.(?:forEach|map)\(\s*(?:async\s*)?(?:\(\s*)?(\w+)\s*(?:\)\s*)?=>/g,
      ' for ($2 of $1) ',
    ],
    [
      /(\[[^\][\n]{0,1000}\])\.(?:forEach|map)\(\s*((?:require\([^()]*\)|\w+)\.exec\w*)\s*\)/g,
      ' for (c of $1) $2(c) ',
    ],
  ],
  needs:
    /child_process|\b(?:exec|execFile|spawn|rm)Sync\b|\bcp\.|\bBun\b|from ["']bun["']|\$`|\batob\b|Buffer\.from|\bDeno\b|execa|\bzx\b|shelljs|\bfs\b|fs-extra|rimraf|(?:require|import)\(\s*["']\./,
});
