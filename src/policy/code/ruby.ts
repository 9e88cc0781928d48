import { copies, reads, removes, removesOne, writes, writing, writingFlags } from './deeds.ts';
import type { CodeLanguage } from './language.ts';
import { rubyModules } from './modules.ts';
import { backtick, spanning } from './quotes.ts';

const hash = /#[^\n]*/y;

export const ruby = (): CodeLanguage => ({
  options: ['-e'],
  comment: hash,
  quotes: [
    ...spanning,
    backtick,
    { open: /%x([^\w\s,;=)])/y, spans: true, runs: true },
    { open: /%[wWiI]([^\w\s,;=)])/y, spans: true, splits: true },
    { open: /%[qQ]?([({[<|!])/y, spans: true },
  ],
  interpolation: /#\{([^{}]*)\}/g,
  fills: { opening: /^[^']*$/, part: /#\{([^{}]*)\}/g },
  rewrites: [
    [/(?:\b(?:Kernel|Object|Process|self)\.)?\b(?:__|public_)?send(?:__)?\(?\s*:(\w+)\s*,/g, '$1('],
    [/\bmethod\(\s*:(\w+)\s*\)(?:\.call)?\.?(?=\()/g, '$1'],
    [/(\[[^\][\n]{0,1000}\])\.(?:each|map)\(?\s*&\s*method\(\s*:(\w+)\s*\)\)?/g, '$1.each { |c| $2(c) }'],
    [/\b(\w+)\s*<<\s*(?=["'])/g, '$1.write '],
    [/\bDir\[\s*(["'][^"'\n\]]{1,400}["'])\s*\]/g, 'Dir.glob($1)'],
    [/\bPathname(?:\.new)?\(([^()\n]{1,400})\)\.open\(/g, 'File.open($1, '],
    writingFlags('\\b(?:File|IO)::(?:Constants::)?'),
    [/\b((?:(?:sys)?open|File\.new)\b[^,()\n]{0,4}\(?[^,()\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
  ],
  juxtaposed: /./,
  hasSlashes: true,
  modules: rubyModules,
  calls: [
    {
      name: /^(?:(?:Kernel|Process|IO|PTY|Open3)\.)?(?:system|exec|spawn|popen(?:2e?|3)?|capture(?:2e?|3))$/,
    },
    { name: /^(?:Kernel\.|IO\.)?open$/, isPiped: true },
    { name: /^sh$/ },
    { name: /\.(?:write|puts|print|syswrite|write_nonblock)$/, feeds: true },
    { name: /^(?:load|require|require_relative)$/, isFile: true },
    { name: /^(?:eval|instance_eval|class_eval|Kernel\.eval)$/, isCode: true },
    { name: /^FileUtils\.(?:rm_rf|rm_r|rmtree|remove_dir|remove_entry(?:_secure)?)$/, as: removes },
    { name: /^(?:FileUtils\.(?:rm|rm_f|remove)|File\.(?:delete|unlink))$/, as: removesOne },
    { name: /^(?:File|IO)\.(?:read|open|new|sysopen|readlines|foreach|binread)$/, as: reads },
    { name: /^(?:File|IO)\.(?:binwrite|write|truncate)$/, as: writes },
    { name: /^(?:File\.(?:open|new)|IO\.sysopen|(?:Kernel\.)?open)$/, as: writes, by: writing },
    { name: /^Pathname(?:\.new)?$/, after: /^\.(?:bin)?write$/, as: writes },
    { name: /^Pathname(?:\.new)?$/, after: /^\.(?:bin)?read(?:lines)?$/, as: reads },
    {
      name: /^(?:FileUtils\.(?:cp|cp_r|mv|copy|copy_file|install|move|ln|ln_s)|IO\.copy_stream)$/,
      as: copies,
      takesAll: true,
    },
  ],
});
