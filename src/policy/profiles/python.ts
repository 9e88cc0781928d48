import type { Profile } from './profile.ts';
import { readPython } from './python-expressions.ts';

/** Modules of the standard library that others of it may import, but for those that begin with one underscore. */
const standard =
  'abc aifc argparse array ast asynchat asyncio asyncore audioop base64 bdb binascii bisect bz2 cProfile calendar cgi cgitb chunk cmath ' +
  'cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copy_reg copyreg ' +
  'crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings enum fcntl filecmp fileinput ' +
  'fnmatch fractions ftplib functools genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imghdr ' +
  'imp importlib inspect io ipaddress json keyword linecache locale logging lzma mailbox mailcap math mimetypes mmap modulefinder msilib ' +
  'msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle ' +
  'pickletools pipes pkgutil platform plistlib poplib posixpath pprint profile profiling pstats pty py_compile pyclbr pydoc pyexpat queue ' +
  'quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib ' +
  'sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess ' +
  'sunau symtable sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading timeit token tokenize tomllib trace ' +
  'traceback tracemalloc tty types typing unicodedata unittest urllib userdict uu uuid warnings wave weakref webbrowser winreg winsound ' +
  'wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo annotationlib';

/** A file or a folder that is imported in the place of such a module: `json.py`, `re.cpython-312-darwin.so`, `json`. */
const standsIn = new RegExp(
  `^(?:_(?!_)\\w+|__future__|${standard.replaceAll(' ', '|')})(?:(?:\\.[\\w-]+)?\\.(?:pyw?|py[cd]|so|dll|sl|bundle))?$`,
  'i',
);

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
