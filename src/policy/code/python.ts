import { copies, reads, removes, removesOne, writes, writing, writingFlags } from './deeds.ts';
import type { CodeLanguage } from './language.ts';
import { pythonModules } from './modules.ts';

const hash = /#[^\n]*/y;

const pythonOpens =
  /^(?:(?:io|os|codecs|builtins|gzip|bz2|lzma|tarfile|aiofiles)\.)?open$|^(?:io\.)?FileIO$|^(?:zipfile\.)?ZipFile$/;

export const python = (): CodeLanguage => ({
  options: ['-c'],
  comment: hash,
  quotes: [{ open: /[rbuf]{0,2}("""|''')/iy, spans: true }, { open: /[rbuf]{0,2}(["'])/iy }],
  interpolation: /\{([^{}]*)\}/g,
  fills: { opening: /^[rb]?f/i, part: /\{([^{}]*)\}/g },
  hasIndents: true,
  modules: pythonModules,
  calls: [
    { name: /^(?:os|commands)?\.?(?:system|popen|getoutput|getstatusoutput)$/ },
    {
      name: /^(?:subprocess|sp|asyncio)?\.?(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput|create_subprocess_(?:shell|exec))$/,
    },
    { name: /^(?:pty\.spawn|pexpect\.(?:run|spawn))$/ },
    { name: /^(?:os\.)?exec[lv]p?e?$/, repeatsName: true },
    { name: /^os\.spawn[lv]p?e?$/, repeatsName: true, skipsUnknown: true },
    { name: /^os\.posix_spawnp?$/, repeatsName: true },
    { name: /^(?:ctypes\.)?(?:CDLL|cdll)?\.system$/ },
    { name: /^(?:builtins\.)?(?:exec|eval|compile)$/, isCode: true },
    { name: /^(?:runpy\.run_path|execfile)$/, isFile: true },
    { name: /^(?:timeit\.)?(?:timeit|repeat)$/, isCode: true },
    { name: /\.exec_command$/ },
    { name: /\.(?:communicate|write|writelines|send|sendline|sendall)$/, feeds: true },
    { name: /^(?:shutil\.)?rmtree$/, as: removes },
    { name: /^os\.(?:remove|unlink|rmdir|removedirs)$/, as: removesOne },
    { name: /^(?:pathlib\.)?Path$/, after: /^\.(?:unlink|rmdir)$/, as: removesOne },
    { name: pythonOpens, as: reads },
    { name: pythonOpens, as: writes, by: writing },
    { name: /^os\.truncate$|\.tofile$/, as: writes },
    { name: /^(?:pathlib\.)?Path$/, after: /^\.write_(?:text|bytes)$/, as: writes },
    { name: /^(?:pathlib\.)?Path$/, after: /^\.(?:read_text|read_bytes|open)$/, as: reads },
    {
      name: /^(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace|link|symlink)|(?:urllib\.request\.)?urlretrieve)$/,
      as: copies,
      takesAll: true,
    },
  ],
  rewrites: [
    [/\b(?:pathlib\.)?Path\(([^()\n]{1,400})\)\.open\(/g, 'open($1, '],
    writingFlags('\\b(?:os\\.)?O_'),
    [/\b(os\.open\([^,()\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
    [/\bgetattr\(\s*([\w.]+)\s*,\s*["'](\w+)["'](?:\s*\+\s*["'](\w+)["'])?\s*\)/g, '$1.$2$3'],
    [/\b(?:vars\(\s*(\w+)\s*\)|(\w+)\.__dict__)\s*\[\s*["'](\w+)["']\s*\]/g, '$1$2.$3'],
    [/\b(?:posix|nt)\.(?=\w)/g, 'os.'],
    [/\b(?:__import__|importlib\.import_module)\(\s*["']([\w.]+)["']\s*\)/g, '$1'],
    [/\bprint\(([^()\n]{1,400}),\s*file\s*=\s*/g, '.write($1, '],
    [/\bmap\(\s*lambda\s+(\w+)\s*:\s*([^,\n]{1,200}),\s*/g, '($2 for $1 in '],
    [/\bmap\(\s*((?:os|subprocess|shutil)\.\w+)\s*,/g, '$1('],
    [/\bshlex\.split\(/g, '.split('],
    [/\btarget\s*=\s*((?:os|subprocess)\.\w+)\s*,\s*args\s*=\s*/g, '$1'],
    [
      /\b((?:os\.(?:system|popen|remove)|subprocess\.(?:run|call|Popen|check_call|check_output|getoutput)|shutil\.rmtree))\s*,\s*(?=[rbf]{0,2}["'[({])/g,
      '$1(',
    ],
  ],
});
