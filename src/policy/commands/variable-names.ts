/** Names of variables that change which code runs or whom it trusts, and names that look as if they might. */
import { alwaysSet, isRemovedName, setWithoutTerminal } from '../../core/environment.ts';
import { setOf, words } from '../programs/words.ts';
import { reliedOn } from './relied-on.ts';

/** Exact names, in upper case. */
const forbidden = setOf(
  'PATH HOME IFS SHELL PWD OLDPWD OPTIND OPTARG RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS DIRSTACK FUNCNAME HISTFILE HISTFILESIZE HISTCMD ' +
    'PROMPT_COMMAND PS0 PS1 PS2 PS3 TIMEFORMAT MAILCHECK FPATH ZDOTDIR POSIXLY_CORRECT TMPDIR TMP TEMP ' +
    'PAGER MANPAGER LESSOPEN LESSCLOSE LESS LESSEDIT LESSGLOBALTAGS MANLESS MORE EDITOR VISUAL FCEDIT SUDO_EDITOR SUDO_ASKPASS SSH_ASKPASS SSH_AUTH_SOCK SSH_SK_HELPER SSH_SK_PROVIDER SSH_PKCS11_HELPER BROWSER GH_BROWSER KUBECTL_EXTERNAL_DIFF ' +
    'CC CXX CPP CXXCPP LD AR AS FC NM RANLIB STRIP OBJCOPY CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LIBRARY_PATH CPATH LPATH COMPILER_PATH GCC_EXEC_PREFIX GCC_COMPARE_DEBUG ' +
    'RM YACC LEX F77 M2C OBJC OBJCXX TEX TEXI2DVI MAKEINFO LINT AWK SED M4 BISON FLEX LIBTOOL CROSS_COMPILE HOSTCC HOSTCXX CCLD CXXLD NVCC MPICC MPICXX ' +
    'MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES CONFIG_SITE CONFIG_SHELL CLASSPATH ' +
    'GREP EGREP FGREP MAGIC WORDLIST CMD_ENV KSH_VERSION TCPDIAG_FILE PROC_SLABINFO I_WANT_A_BROKEN_PS FFREPORT RANDFILE SYSTEM_WGETRC DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES GETTEXT_LOG_UNTRANSLATED NVIM_LOG_FILE MESA_LOG_FILE FISH_DEBUG_OUTPUT ' +
    'RIPGREP_CONFIG_PATH GREP_OPTIONS TAR_OPTIONS GZIP BZIP BZIP2 XZ_OPT XZ_DEFAULTS ZSTD_CLEVEL TAPE RSH CVS_RSH SVN_SSH HGMERGE HGEDITOR MANOPT MANROFFOPT UNZIP UNZIPOPT ZIPINFO ZIPINFOOPT ZIPOPT LZOP ' +
    'GCONV_PATH LOCPATH NLSPATH I18NPATH MANPATH INFOPATH NETPATH TEXTDOMAINDIR GLIBC_TUNABLES HOSTALIASES RES_OPTIONS LOCALDOMAIN TZDIR TERMINFO TERMINFO_DIRS TERMCAP ' +
    'SSLKEYLOGFILE OPENSSL_CONF OPENSSL_ENGINES SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE CURL_HOME WGETRC NETRC NIX_SSL_CERT_FILE GNUPGHOME SQLITE_TMPDIR ' +
    'VIRTUAL_ENV HGRCPATH XML_CATALOG_FILES SGML_CATALOG_FILES KUBECONFIG KUBERC CARGO GEMRC PSQLRC PGHOST PGHOSTADDR PGSERVICE PGSERVICEFILE PGSYSCONFDIR PGPASSFILE TCLLIBPATH AWKPATH AWKLIBPATH LUA_INIT EXINIT VIMINIT MYVIMRC GVIMINIT VIMRUNTIME SCREENRC EMACSLOADPATH INPUTRC SYSTEMROOT WINDIR COMSPEC PATHEXT PSMODULEPATH CAMLRUNPARAM ' +
    'ACKRC COMPOSER PLTADDONDIR PLTCOLLECTS RAKEOPT JAVACMD USE_BAZEL_VERSION ACLOCAL AUTOCONF AUTOHEADER AUTOMAKE AUTOM4TE',
);

/** Prefixes of names, in upper case. */
const families = words(
  'LD_ DYLD_ BASH_ GIT_ NODE_ TS_NODE_ PYTHON _PYTHON __PYVENV_ _ARGCOMPLETE PYTEST_ COVERAGE_ PERL ' +
    'RUBY LUA_ PHP NPM_CONFIG_ YARN_ PNPM_ BUN_ DENO_ CARGO_ RUSTC RUSTUP_ RUSTDOC RUSTFLAGS GO CGO_ ' +
    'PIP_ UV_ POETRY_ CONDA_ GEM_ BUNDLE_ BUNDLER_ JAVA_ _JAVA_ JDK_ MAVEN_ GRADLE_ SBT_ ANT_ DOTNET_ ' +
    'MSBUILD NUGET_ TEXMF OCAML OPAM GHC ERLANG_ CORECLR_ COREHOST_ COMPLUS_ CMAKE_ XDG_ DBUS_ SYSTEMD_ ' +
    'SYSTEMCTL_ DPKG_ RPM_ APT_ PS_ HOMEBREW_ GAWK_ RSYNC_ MALLOC DEBUGINFOD_ CCACHE_ SCCACHE_ ' +
    'ICECC_ DISTCC_ LIBMOUNT_ BLKID_ PKG_CONFIG KRB5 LDAP COMERR_ GPGRT_ DOCKER_ HELM_ TF_ ANSIBLE_ AWS_ ' +
    'AZURE_ GOOGLE_ CLOUDSDK_ JULIA_ R_ ERL_ ELIXIR_ OPENSSL_ GNUTLS_ SSL_ LIBGL_ GTK_ QT_ GST_ ' +
    'ELECTRON_ CHROME_ PUPPETEER_ COREPACK_ NVM_ PYENV_ ASDF_ MISE_ RTX_ RBENV_ NODENV_ JENV_ PLENV_ ' +
    'LUAENV_ SWIFTENV_ TFENV_ TENV_ VOLTA_ FNM_ PROTO_ BAZELISK_ LSB_ AGENT_TOOLS_ ' +
    'LESSKEY CC_LOG_ CC_PRINT_ CPUPROFILE HEAPPROFILE HEAP_PROFILE_ LLVM_PROFILE_ XDEBUG_ NSPR_ MOZ_LOG ' +
    'QEMU_ PROC_NET_ OMP_TOOL OCL_ VK_ ODBC FREETDS TDSDUMP',
);

/** Names with such a prefix that only affect output or tuning and are commonly set. */
const harmless = setOf(
  'PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 PYTHONFAULTHANDLER PYTHONTRACEMALLOC ' +
    'CARGO_TERM_COLOR CARGO_TERM_PROGRESS_WHEN CARGO_TERM_VERBOSE CARGO_INCREMENTAL CARGO_NET_OFFLINE CARGO_BUILD_JOBS ' +
    'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE ' +
    'GOOS GOARCH GOMAXPROCS GOGC GOTRACEBACK CGO_ENABLED NODE_ENV NODE_DEBUG NODE_NO_WARNINGS NODE_DISABLE_COLORS NODE_PENDING_DEPRECATION MALLOC_ARENA_MAX SYSTEMD_COLORS CCACHE_DISABLE DPKG_COLORS DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO',
);

/** The values that we set for commands ourselves. */
const ownValues = new Map([...Object.entries({ ...alwaysSet, ...setWithoutTerminal }), ...reliedOn]);

const proxies = /_PROXY$/;
const shapes =
  /(^|_)(OPTIONS|OPTS|FLAGS|ARGS|PATH|HOME|ROOT|DIR|PREFIX|CONFIG|CONF|CMD|COMMAND|PAGER|EDITOR|SHELL|WRAPPER|RUNNER|LINKER|COMPILER|PRELOAD|LOADER|EXEC|EXECUTABLE|BIN|BINARY|HOOK|HOOKS|STARTUP|INIT|RC|PLUGIN|PLUGINS|LIB|LIBRARY|MODULE|MODULES|REGISTRY|INDEX|INDEX_URL|MIRROR|URL|HOST|SERVER|ENDPOINT|CA|CERT|CERTS|TOKEN|KEY|SECRET|PASSWORD|CREDENTIAL|CREDENTIALS|ASKPASS|AGENT|SOCK|PROFILE|INCLUDE|SCRIPT|INTERPRETER|ENTRYPOINT)$/;

/** Whether a LANGUAGE is safe: with a slash, it could load a message catalogue from any folder. */
function isPlainLanguage(value: string): boolean {
  return /^[\w.:@-]*$/.test(value);
}

const localeNames = /^(LANG|LC_\w+)$/;

/**
 * Whether a locale decodes commands as the policy does: others have two-byte characters, the second byte of which can be a
 * quote or a backslash.
 */
export function isPlainLocale(value: string): boolean {
  return /^(|C|POSIX|[\w@-]+\.utf-?8(@\w+)?)$/i.test(value);
}

/** Like `classifyName`, but also considers the value; null is a value that is known only when it runs. */
export function classifyVariable(name: string, value: string | null): ReturnType<typeof classifyName> {
  if (localeNames.test(name)) return value !== null && isPlainLocale(value) ? 'plain' : 'forbidden';
  if (name === 'LANGUAGE') return value !== null && isPlainLanguage(value) ? 'plain' : 'forbidden';
  // `GIT_PAGER=cat`: commands have it anyway.
  if (value !== null && ownValues.get(name) === value) return 'plain';
  // Switched off, Xdebug neither writes nor connects.
  if (name === 'XDEBUG_MODE' && value === 'off') return 'plain';
  // An empty pager means none: git prints directly and does not look for one in its configuration.
  if (value === '' && (name === 'PAGER' || name === 'GIT_PAGER')) return 'plain';
  return classifyName(name);
}

const lowerName = /^[a-z_][a-z\d_]*$/;

/** Names that are equal to upper-case ones for Windows programs. */
const foldedNames = /^(path|pathext|comspec|home|psmodulepath)$/;

/** Names the file that `lsb_release` sources where the system has none. */
const sourced = 'os_release';

/** Lower-case names belong to the script, except for the few that programs read. */
function classifyLower(name: string): 'forbidden' | 'plain' {
  const isRead = /_proxy$|^(npm|yarn|pnpm|bun)_/.test(name) || name === sourced || foldedNames.test(name);
  return isRead ? 'forbidden' : 'plain';
}

/** Lower-case names of proxies and registries. */
const lowerPlaces = /_proxy$|^(npm|yarn|pnpm|bun)_config_/;

/** Prefixes of names that a shell or program loader reads, whatever follows. */
const readAtStart = /^(?:BASH|LD|DYLD|AGENT_TOOLS)_/;
/** Names by which a script tells what a variable contains; no program that commands run here has a setting like that. */
const tells =
  /^[A-Z]+_(?:[A-Z]+_)*(?:HASH|SHA|COMMIT|BRANCH|TAG|REF|ROOT|VERSION|VER|REPO|REGION|IMAGE|FILE|FILES|NAME|STATUS|DIFF|DATE|OUTPUT|PID|PIDS|TEST|TESTS|USER|EMAIL)$/;

/** Whether a name has the prefix of a program's variables and an ending as a script uses it: `GIT_HASH`. */
function isTelling(name: string): boolean {
  const isOther = forbidden.has(name) || reliedOn.has(name) || readAtStart.test(name) || isRemovedName(name);
  return !isOther && tells.test(name) && families.some((family) => name.startsWith(family));
}

/** Whether an unexported variable is the script's own in bash: `path` is not PATH, and git does not read `GIT_HASH`. */
export function isOwnName(name: string): boolean {
  const isLower = lowerName.test(name) && !lowerPlaces.test(name);
  return isLower || isTelling(name) || classifyName(name) !== 'forbidden';
}

/** Whether a script may read input into a variable that a program may have inherited: a lower-case name that no program reads. */
export function isReadInto(name: string): boolean {
  return lowerName.test(name) && (classifyName(name) === 'plain' || foldedNames.test(name));
}

/**
 * What setting a variable may do: `forbidden` changes which code runs or whom it trusts, `unclear` looks like that, `plain`
 * is the program's own business. Case is ignored, as on Windows and for proxies.
 */
export function classifyName(name: string): 'forbidden' | 'unclear' | 'plain' {
  const folded = name.toUpperCase();
  if (isRemovedName(name) || isRemovedName(folded)) return 'forbidden';
  if (name !== folded && name === name.toLowerCase()) return classifyLower(name);
  if (reliedOn.has(folded)) return 'forbidden';
  if (harmless.has(folded)) return 'plain';
  if (forbidden.has(folded) || proxies.test(folded)) return 'forbidden';
  if (families.some((family) => folded.startsWith(family))) return 'forbidden';
  return shapes.test(folded) ? 'unclear' : 'plain';
}
