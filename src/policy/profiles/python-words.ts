/** Names that python gives something which could be called for each value, as in `sorted(d, key=eval)`, and those of modules. */
const taken =
  'json|sys|csv|tomllib|re|collections|math|datetime|time|ast|base64|hashlib|statistics|pathlib|date|timedelta|timezone|Counter|defaultdict|' +
  'OrderedDict|Path|range|map|filter|next|lambda|print|open|file|eval|exec|execfile|compile|input|raw_input|help|breakpoint|exit|quit|' +
  'getattr|setattr|delattr|vars|globals|locals|dir|type|reload|apply|copyright|credits|license';
const name = `(?!(?:${taken})\\b)(?:[A-Za-z]\\w*|_)`;
/** A name of the code's own, which nothing calls or is joined to. */
export const ownName = new RegExp(`${name}(?![\\w('"])`, 'y');
/** One or two such names, or what stands behind the first as of a table: `a, b =`, `n += `. */
export const assigns = new RegExp(`(${name})(?:\\s*,\\s*(${name}))?\\s*[-+|]?=(?!=)\\s*`, 'y');
/** What stands between a value in a table or list and the one that takes its place. */
export const assignsWithin = /\s*[-+|]?=(?!=)\s*/y;

const modules =
  'json|sys|csv|tomllib|re|collections|math|datetime|time|ast|base64|hashlib|statistics|pathlib';
const members = {
  collections: 'Counter|defaultdict|OrderedDict',
  datetime: 'datetime|date|timedelta|timezone',
  pathlib: 'Path',
} as const;
const fromModules = Object.entries(members).map(
  ([module, names]) => `from\\s+${module}\\s+import\\s+(?:${names})(?:\\s*,\\s*(?:${names}))*`,
);
export const imports = new RegExp(
  `(?:import\\s+(?:${modules})(?:\\s*,\\s*(?:${modules}))*|${fromModules.join('|')})(?=\\s*(?:[;\\n]|$))`,
  'y',
);

const literalPath = `(['"])([\\w@./-]+)`;
/** A file that is opened for reading, its path the second group. */
export const opened = new RegExp(
  `open\\(\\s*${literalPath}\\1\\s*((?:,\\s*(?:(?:mode\\s*=\\s*)?(['"])r[bt]?\\4|encoding\\s*=\\s*(['"])[uU][tT][fF]-?8\\5|errors\\s*=\\s*(['"])(?:ignore|replace)\\6)\\s*){0,3})\\)`,
  'y',
);
/** A file whose path is a name. */
export const openedByName = /open\(\s*([A-Za-z]\w*)\s*(?:,\s*(['"])r[bt]?\2\s*)?\)/y;
/** Reading the file of a `Path` whole, as UTF-8; a quote is the group of this number. */
const readWhole = (quote: number) =>
  `read_(?:text|bytes)\\(\\s*(?:(?:encoding\\s*=\\s*)?(['"])[uU][tT][fF]-?8\\${quote}\\s*)?\\)`;
export const readByPath = new RegExp(
  `(?:pathlib\\.)?Path\\(\\s*${literalPath}\\1\\s*\\)\\.${readWhole(3)}`,
  'y',
);
/** A name for a path, and nothing else that is given to it: `p = Path('a.json')`. */
export const namesPath = new RegExp(
  `(${name})\\s*=\\s*(?:pathlib\\.)?Path\\(\\s*(['"])([\\w@./-]+)\\2\\s*\\)(?=[ \\t]*(?:[;\\n]|$|#))`,
  'y',
);
/** All that such a name may be used for: the file is read whole, or asked for. */
export const readByName = new RegExp(
  `([A-Za-z]\\w*)\\.(?:(?:exists|is_file|is_dir)\\(\\s*\\)|${readWhole(2)})`,
  'y',
);
/** A list of paths that are taken one by one: `['a.json', 'b.json']`. */
export const pathList = /\[\s*((?:(['"])[\w@./-]+\2(?:\s*,\s*|(?=\s*\])))+)\s*\](?=\s*[:\])])/y;
export const pathInList = /(['"])([\w@./-]+)\1/g;

/**
 * What python tells of itself, and the standard input. The list where it looks for modules only where no name can come to stand for it,
 * since `p += [x]` would change it.
 */
export const told =
  /(?:sys\.(?:stdin|version|version_info|platform|executable|prefix|maxsize|byteorder|argv)|math\.(?:pi|e|inf|nan|tau)|re\.(?:[IMSXA]|IGNORECASE|MULTILINE|DOTALL|VERBOSE|ASCII)|(?:datetime\.)?timezone\.utc|ast\.[A-Z]\w+)(?![\w(])|(?<=\bin |\b(?:print|join|len)\()sys\.path(?=[):])|sys\.path(?=\[-?\d)/y;
export const plain =
  /(?:True|False|None|0x[\da-fA-F]{1,12}|\d{1,15}(?:\.\d{1,9})?(?:e-?\d{1,2}| ?\* ?\d{1,9}| ?\*\* ?\d{1,3}(?:\.\d{1,9})?)?)(?![\w.])/y;
/** A number that something is multiplied by, before it and behind it. */
export const multiplies = /\d{1,4}(?:\.\d{1,9})?\s*\*\s*(?=[A-Za-z(])/y;
export const multiplied = /[ \t]*\*[ \t]*\d{1,4}(?:\.\d{1,9})?(?![\w.*]|[ \t]*\*)/y;
/** Numbers in order, few enough to be made at once. */
export const ranges =
  /range\(\s*(?:-?\d{1,6}|len\([A-Za-z]\w*\))(?:\s*,\s*(?:-?\d{1,6}|len\([A-Za-z]\w*\))){0,2}\s*\)/y;
export const parsesCode = /ast\.(?:parse|literal_eval|walk|get_docstring)\(\s*/y;
export const functions =
  /(?:(?:json|tomllib)\.loads?|json\.dumps|csv\.(?:reader|DictReader)|sys\.exit|print|ast\.(?:dump|iter_child_nodes)|re\.(?:compile|escape|findall|finditer|fullmatch|match|search|split|subn?)|(?:collections\.)?(?:Counter|defaultdict|OrderedDict)|math\.(?:sqrt|ceil|floor|log|log2|log10|exp|sin|cos|tan|asin|acos|atan|atan2|hypot|gcd|fabs|isclose|isnan|degrees|radians)|(?:datetime\.)?(?:datetime|date)(?:\.(?:now|utcnow|today|fromtimestamp|fromisoformat|strptime))?|(?:datetime\.)?timedelta|time\.(?:time|ctime|gmtime|localtime|strftime)|base64\.(?:urlsafe_)?b(?:16|32|64)(?:en|de)code|hashlib\.(?:md5|sha1|sha(?:224|256|384|512))|statistics\.(?:mean|median|mode|p?stdev|p?variance))(?=\()|(?:len|sorted|list|dict|set|frozenset|tuple|sum|max|min|str|int|float|bool|round|abs|enumerate|zip|reversed|any|all|repr|isinstance|hex|bin|oct|chr|ord|divmod)(?!\w)|(?:map|filter|next)(?=\()/y;
/** What reads a value, makes another one of it, or adds to one that the code made. */
export const methods =
  /[ \t]*\.(?:get|keys|values|items|read|readlines?|close|strip|lstrip|rstrip|r?split|splitlines|r?partition|lower|upper|title|capitalize|replace|startswith|endswith|count|r?index|r?find|join|is(?:digit|alpha|alnum|upper|lower|space)|hex|append|extend|add|update|setdefault|pop|copy|sort|most_common|total|findall|finditer|fullmatch|match|search|sub|groups?|groupdict|start|end|span|isoformat|strftime|timestamp|date|time|weekday|total_seconds|hexdigest)(?=\()/y;
/** Methods whose arguments choose modules or how much is made, with all that they may be given. */
export const wholeMethods =
  /\.(?:(?:en|de)code\(\s*(?:(['"])(?:utf-?8|ascii|latin-?1)\1(?:,\s*(['"])(?:ignore|replace)\2)?)?\s*\)|(?:ljust|rjust|center|zfill)\(\s*\d{1,3}(?:,\s*(['"]).\3)?\s*\))/y;
export const fields =
  /\.(?:major|minor|micro|days|seconds|year|month|day|hour|minute|second|fieldnames|line_num|name|lineno|end_lineno|col_offset|body|id|module|names|msg|pos|colno)(?![\w(])/y;
export const operators =
  /[ \t]*(?:==|!=|<=|>=|[<>+\-|&^]|\/\/?|(?:not\s+in|in|and|or|is\s+not|is)(?=[\s('"[{]))[ \t]*/y;
/** Of what may be a text, no more is made by a number that is small. */
export const modulo = /[ \t]*%[ \t]*\d{1,6}(?![\w.])/y;
export const clause =
  /(?:else|try|finally|except(?:\s+(?:\(\s*(?:json\.)?[A-Z]\w*(?:\s*,\s*(?:json\.)?[A-Z]\w*)*\s*\)|(?:json\.)?[A-Z]\w*)(?:\s+as\s+[a-z]\w*)?)?)\s*:|(?:pass|break|continue)\b/y;
export const keyword =
  /(?:sep|end|indent|sort_keys|ensure_ascii|reverse|default|key|flush|start|delimiter|flags|count|maxsplit|days|hours|minutes|seconds|weeks|tz)\s*=(?!=)\s*/y;
/** The standard error output, where it is printed to. */
export const toErrors = /file\s*=\s*sys\.stderr(?=\s*[,)])/y;

/** A remark, but one that could say how the code is encoded. */
export const remark = /#(?![^\r\n]*coding)[^\r\n\f\v]*/y;

/** What stands in quotes up to the next one, or to a value in an f-string. */
export const quotedText = {
  "'": /(?:[^'\\\n{}]|\\[ntr'"\\])*/y,
  '"': /(?:[^"\\\n{}]|\\[ntr'"\\])*/y,
} as const;
/** A text without values in it, behind its first quote: what it holds, with every escape as it is. */
export const wholeText = {
  "'": /((?:[^'\\\r\n]|\\[^\r\n])*)'/y,
  '"': /((?:[^"\\\r\n]|\\[^\r\n])*)"/y,
} as const;
export const formatted = /(?:![rs])?(?::[<>^]?[,+]?\d{0,3}[,d]?(?:\.\d{1,2})?[xfds%]?)?\}/y;

/** Texts that only small values are put into, by `%` and by `format`: without any escape of a brace or a percent sign. */
export const isPercentForm = (text: string): boolean =>
  /^(?:[^%\\]|\\[ntr'"\\]|%%|%[-+0 ]?\d{0,3}(?:\.\d{1,2})?[sdrifxg])*$/.test(text);
export const isFormatForm = (text: string): boolean =>
  /^(?:[^{}\\]|\\[ntr'"\\]|\{\{|\}\}|\{\w*(?:![rs])?(?::[<>^]?[,+]?\d{0,3}[,d]?(?:\.\d{1,2})?[xfds%]?)?\})*$/.test(
    text,
  );
