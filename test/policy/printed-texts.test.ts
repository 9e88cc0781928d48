/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { denyBench } from '../helpers/deny-bench.ts';

describe('a deny rule over words that other commands print', () => {
  const decide = denyBench('git push *', (bench) => bench.stub('git'));

  it.each([
    // of programs that pick and change lines
    ...[
      'head -1 <<< push',
      'head -c4 <<< pushx',
      "tail -n1 <<< $'a\\npush'",
      'cut -c1-4 <<< pushx',
      'echo a:push | cut -d: -f2',
      'sed s/x// <<< xpush',
      "sed 's/^x//' <<< xpush",
      "sed -n 2p <<< $'a\\npush'",
      "sed 1d <<< $'a\\npush'",
      "awk '{print $2}' <<< 'a push'",
      "awk -F: '{ print $NF }' <<< a:push",
      "awk 'NR==2{print $1}' <<< $'a\\npush'",
      'grep -o push <<< pushx',
      "grep push <<< $'a\\npush'",
      "grep -v a <<< $'a\\npush'",
      "printf 'push\\npush\\n' | sort -u",
      "printf 'push\\npush\\n' | uniq",
      "printf 'push\\na\\n' | tac | tail -n +2",
      'xargs <<< push',
      'tee /dev/null <<< push',
      'expr substr pushx 1 4',
      'date +push',
      'basename x/push.sh .sh',
      `awk 'BEGIN{print "push"}'`,
      `python3 -c 'print("push")'`,
      `perl -e 'print "push"'`,
      `node -p '"push"'`,
      `jq -rn '"push"'`,
      // of lists, groups, loops and functions
      'true && echo push',
      'false || echo push',
      'true; echo push',
      '{ echo push; }',
      ' (echo push) ',
      'if true; then echo push; fi',
      'for x in push; do echo $x; done',
      'for x in p u s h; do echo -n $x; done',
      'x=push; echo $x',
      'f() { echo push; }; f',
      'f() { echo $1; }; f push',
      'echo a push | { read -r a b; echo $b; }',
      'echo a push | while read -r a b; do echo $b; done',
      '{ read -r a; echo $a; } <<< push',
      'echo a > /dev/null; echo push',
      'env echo push',
      '/bin/echo push',
      'timeout 1 echo push',
      "bash -c 'echo push'",
      `sh -c 'echo "$1"' _ push`,
      'set -- push; echo $1',
      'printf -v x push; echo $x',
      'cd /; echo push; exit 0',
      'yes push | head -1',
      "echo push | awk '{print $1}'",
      // where a part cannot be told
      '[ -n x ] && echo push',
      'test -d . && echo push || echo pull',
      'grep -q x y && echo push',
      'git config x || echo push',
      'if [ -e x ]; then echo push; fi',
      'case $x in a) echo push ;; esac',
      'while :; do echo push; break; done',
    ].flatMap((printed) => [`git $(${printed})`, `git "$(${printed})" origin`]),
    'f() { echo push; }; git $(f)',
    "$(whereis -b git | cut -d' ' -f2) push",
    '$(which git | head -1) push',
    "$(type git | awk '{print $3}') push",
    'echo push > x.txt; git $(cat x.txt)',
    'echo push > x.txt; git $(<x.txt)',
    "printf 'a\\npush\\n' > x.txt; git $(tail -1 x.txt)",
    // of groups that a pipe brings
    '{ echo git; echo push; } | xargs -n2 env',
    '(echo git; echo push) | xargs env',
    'for w in git push; do echo $w; done | xargs env',
    "{ echo git; echo push; } | tr '\\n' ' ' | sh",
    "{ echo git; echo push; } | paste -sd' ' | sh",
    "echo gitXpush | sed 's/X/ /' | sh",
    "echo 'git push x' | cut -d' ' -f1,2 | sh",
    'source <(for w in git push; do echo -n "$w "; done)',
    'xargs -n2 env < <(echo git; echo push)',
    'mapfile -t c < <(for w in git push; do echo $w; done); "${c[@]}"',
    "echo push | sed 's/.*/git &/' | sh",
    "echo push | sed 's/^/git /' | sh",
    `echo push | awk '{print "git " $1}' | sh`,
    `echo it push | awk '{$1="git"}1' | sh`,
    `echo it push | awk '{ $1 = "git"; print }' | bash`,
    "echo push | xargs printf 'git %s' | sh",
    'echo push | xargs -I{} echo git {} | sh',
    // of texts that loops add to
    'for w in git push; do c="$c $w"; done; $c',
    'c=; for w in git push; do c+="$w "; done; $c',
    // of files made of others
    "echo 'git push' | sort > x.sh; sh x.sh",
    "echo 'xgit push' | cut -c2- > x.sh; sh x.sh",
    "echo 'xgit push' | sed 's/^x//' > x.sh; sh x.sh",
    "cp /dev/stdin x.sh <<< 'git push'; sh x.sh",
    "install -m 755 /dev/stdin x.sh <<< 'git push'; ./x.sh",
    "echo 'git push' > x; sed 's/a/b/' x > y; sh y",
    "echo 'git push' > x; head -1 x > y; sh y",
    "t=$(mktemp); echo 'git push' > $t; sh $t",
    `t=$(mktemp); echo 'git push' > "$t"; bash "$t"`,
    // in other folders, or where programs are looked up
    "echo 'git push' > sub/x; cd sub; sh x",
    "cd sub; echo 'git push' > x; cd ..; sh sub/x",
    "echo 'git push' > /tmp/x; cd /tmp && sh x",
    "PATH=.:$PATH; echo 'git push' > ls; chmod +x ls; ls",
    // by so many at a time
    'echo "status push" | xargs -n1 git',
    'xargs -n1 git <<< "status push"',
    "xargs -n2 env <<< $'a b\\ngit push'",
    "xargs -n2 env <<< $'git\\npush'",
  ])('holds for %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'find . -name x.sh -exec sh {} \\;',
    "find . -name '*.sh' -exec sh {} +",
    "find . -name '*.sh' -exec sh -c '. {}' \\;",
    `find . -name '*.sh' -exec sh -c 'sh "$1"' _ {} \\;`,
    "find . -type f -name '*.sh' | xargs sh",
    'find . -perm -u+x -exec {} \\;',
    'fd -e sh -x sh',
    'fd x.sh -x sh {}',
    'ls *.sh | xargs sh',
    'ls *.sh | xargs -I% sh %',
    'sh *.sh',
    '. ./x.*',
    './x.s?',
    'for f in *.sh; do sh "$f"; done',
    'for f in ./x*; do "$f"; done',
    'run-parts .',
  ])('holds for a script that is written and found: %j', async (found) => {
    expect(await decide(`echo 'git push' > x.sh; ${found}`)).toBe('deny');
  });

  it.each(['GIT_CONFIG_COUNT=1 ', 'export GIT_CONFIG_COUNT=1; '])(
    'holds for settings of git in variables: %j',
    async (count) => {
      const held = `${count}GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=`;
      expect(await decide(`${held}push git x`)).toBe('deny');
      expect(await decide(`${held}status git x`)).toBe('allow');
    },
  );

  it.each([
    'git $(head -1 <<< log)',
    "git $(tail -n1 <<< $'push\\nlog')",
    'git log "$(cut -c1-4 <<< pushx)"',
    'git $(sed s/push/log/ <<< push)',
    "git $(grep -v push <<< $'log\\npush')",
    'git $(false && echo push)',
    'git log $(test -e x && echo push)',
    'git $(test -e x && echo log || echo push)',
    'git $(echo log; exit; echo push)',
    'c=$(cd "$1" && pwd) || exit; rm -rf "$c"',
    'c=$(cd "$(dirname "$1")"; cd x; pwd); rm -rf "$c"',
    'for w in git push; do c="$c $w"; done; echo $c',
    "echo 'git push' > sub/x; cd sub; sh y",
    "echo 'git push' | sort > notes; wc -l notes",
    "echo 'git push' > ls; ls",
    "t=$(mktemp); echo 'git push' > $t; cat $t",
    'git $(true || echo push)',
    'git $(if false; then echo push; else echo log; fi)',
    'git $(echo push > /dev/null; echo log)',
    'f() { echo log; }; git $(f)',
    'echo push > x.txt; git log $(cat x.txt)',
    '{ echo git; echo push; } | xargs -n1 echo',
    '{ echo git; echo push; } | xargs echo',
    '{ echo git; echo push; } > notes; wc -l notes',
    'echo "status push" | xargs git log',
    "xargs -n2 echo <<< $'git push'",
    "echo 'git push' > notes.md; find . -name '*.sh' -exec sh {} \\;",
    "echo 'git push' > x.sh; find . -name '*.sh' -exec cat {} \\;",
    "echo 'git push' > x.sh; ls *.sh | xargs wc -l",
    "echo 'git push' > x.sh; cat *.sh",
    "echo 'git push' > x.sh; sh y*.sh",
    'echo \'git push\' > x.sh; for f in *.sh; do wc -l "$f"; done',
  ])('lets %j pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});

describe('the guard over words that other commands print', () => {
  const decide = denyBench(null);

  it.each([
    'rm -rf $(head -1 <<< /)',
    'rm -rf "$(echo /x | cut -c1)"',
    '{ echo -rf; echo /; } | xargs rm',
    'f() { echo /; }; rm -rf $(f)',
    "echo 'rm -rf /' > x.sh; find . -name 'x*' -exec sh {} \\;",
    "echo 'rm -rf /' > x.sh; for f in *.sh; do sh $f; done",
  ])('refuses %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'rm -rf $(head -1 <<< build)',
    '{ echo -rf; echo build; } | xargs rm',
    `${"cat <<< 'a b' | sort | head -3; ".repeat(80)} echo`,
    `xargs -n1 echo <<'E'\n${'a b\n'.repeat(300)}E`,
    `cat <<'E' | sort | head -5 | tr a b\n${'a b\n'.repeat(300)}E`,
  ])('lets %j pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['filters of each other', `echo x${' | head -1 | cut -c1-3'.repeat(1500)}`],
    ['groups in pipes', `${'{ echo a; echo b; } | cat; '.repeat(800)}`],
    [
      'functions that call each other twice',
      `f0() { echo x; }; ${Array.from({ length: 200 }, (_, at) => `f${at + 1}() { f${at}; f${at}; }`).join('; ')}; ${'echo $(f200); '.repeat(500)}`,
    ],
    [
      'wildcards over files',
      `${Array.from({ length: 800 }, (_, at) => `echo x > f${at}`).join('; ')}; ${'for f in *a*b*c; do sh $f; done; '.repeat(500)}`,
    ],
    ['lines of an edit', `sed 's${'/'.repeat(900)}' <<< '${'/x'.repeat(20_000)}'; `.repeat(2)],
  ])('takes no long time over %s', { tags: ['slow'] }, async (_, script) => {
    expect(await decide(script)).toMatch(/allow|deny/);
  });
});
