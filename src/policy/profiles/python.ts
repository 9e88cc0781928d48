import type { Profile } from './profile.ts';
import { readPython } from './python-expressions.ts';

/** Modules that are files of every Python 3. */
const lasting =
  'abc argparse ast asyncio base64 bdb bisect bz2 cProfile calendar cmd code codecs codeop collections colorsys compileall ' +
  'concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis ' +
  'doctest email encodings enum filecmp fileinput fnmatch fractions ftplib functools genericpath getopt getpass gettext glob gzip ' +
  'hashlib heapq hmac html http imaplib importlib inspect io ipaddress json keyword linecache locale logging lzma mailbox mimetypes ' +
  'modulefinder multiprocessing netrc ntpath nturl2path numbers opcode operator optparse os pathlib pdb pickle pickletools pkgutil ' +
  'platform plistlib poplib posixpath pprint profile pstats pty py_compile pyclbr pydoc queue quopri random re reprlib rlcompleter ' +
  'runpy sched secrets selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants ' +
  'sre_parse ssl stat statistics string stringprep struct subprocess symtable sysconfig tabnanny tarfile tempfile textwrap ' +
  'threading timeit token tokenize trace traceback tracemalloc tty types typing unittest urllib uuid warnings wave weakref ' +
  'webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport';

const lastingNames = lasting.replaceAll(' ', '|');
/** Modules that only some Pythons have as files: of one system, of some versions, or in C. Others try to import them, `copy` one of `org`. */
const passing =
  'aifc array asynchat asyncore audioop binascii cgi cgitb chunk cmath compression copy_reg crypt distutils fcntl graphlib grp ' +
  'imghdr imp mailcap math mmap msilib msvcrt nis nntplib nt ossaudiodev pipes profiling pyexpat readline resource select smtpd ' +
  'sndhdr spwd sunau syslog telnetlib termios tomllib unicodedata userdict uu winreg winsound xdrlib zlib zoneinfo annotationlib ' +
  'org itertools time thread dummy_thread cStringIO StringIO strop';

/**
 * A file or a folder that is imported in the place of a module which others of the standard library may import: `json.py`,
 * `re.cpython-312-darwin.so`, `json`.
 */
const standsIn = new RegExp(
  `^(?:_(?!_)\\w+|__future__|${lastingNames}|${passing.replaceAll(' ', '|')})(?:(?:\\.[\\w-]+)?\\.(?:pyw?|py[cd]|so|dll|sl|bundle))?$`,
  'i',
);

/**
 * A folder without `__init__` is taken only where no such module is found: then modules in it may be, as `_path_normpath.py` in
 * `nt` is by `from nt import _path_normpath`.
 */
const emptyHere = { names: new RegExp(`^(?:${lastingNames})$`, 'i'), unless: /^__init__/i };

/** Of the first, modules are taken as well, and with the second more code is read on the standard input. */
const unlessSet = 'PYTHONPATH PYTHONINSPECT';

/** Python that shows what it reads. What it imports is looked for in the cwd first. */
export const python = (): readonly Profile[] => [
  {
    names: 'python3 python: -m json.tool|-mjson.tool',
    style: 'exact',
    options:
      '--sort-keys --no-ensure-ascii --json-lines --indent:number --tab --no-indent --compact -h --help',
    // Behind a second one it writes.
    operands: 'read?',
    unlessHere: standsIn,
    emptyHere,
    unlessSet,
    allow: [
      'python3 -m json.tool f',
      'python -mjson.tool < f',
      'cat f | python3 -m json.tool --sort-keys --indent 2 | head',
      'python3 -m json.tool --json-lines - < f > /dev/null && echo valid',
    ],
    notAllow: [
      'python3 -m json.tool f out',
      'python3 -m json.tool f -',
      'python3 -m json.tool *',
      'python3 -m json.tool --frob f',
      'python3 -i -m json.tool f',
      'python3 -m json f',
      'PYTHONPATH=. python3 -m json.tool f',
      'cd "$X" && python3 -m json.tool',
    ],
  },
  {
    names: 'python3 python: -c',
    read: readPython,
    unlessHere: standsIn,
    emptyHere,
    unlessSet,
    allow: [
      "python3 -c \"import json; print(json.load(open('f'))['version'])\"",
      'cat f | python3 -c "import sys, json; print(len(json.load(sys.stdin)))"',
    ],
    notAllow: [
      'python3 -c "import os"',
      'python3 -c "print(1)" x',
      'python3 -ic "print(1)"',
      'python3 -c "$X"',
    ],
  },
];
