import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a deny rule by name', () => {
  const bench = sharedBench(() => {
    bench.stub('bad', 'cad', 'bad.cmd');
    symlinkSync('bad.cmd', `${bench.folder}/bin/leads-there`);
  });

  /** `<bin>` in a text is the folder of programs. */
  const decide = async (script: string) => {
    const text = script.replaceAll('<bin>', `${bench.folder}/bin`);
    return await bench.decide(text, { settings: yolo, rules: [{ deny: 'bad *' }], protectedPaths: [] });
  };

  it.each([
    // in a folder that only the run knows
    '$(dirname x)/bad y',
    '"$HOME"/bin/bad',
    '$DIR/bad a b',
    '"$DIR/bad"',
    '"${DIR}"/x/bad; ls',
    'sudo $DIR/bad',
    'timeout 3 "$D"/bad x',
    'bash -c "$D/bad"',
    'find . -exec $D/bad {} +',
    'xargs $D/bad',
    // in a variable
    'X=bad; $X y',
    'X=ls; X=bad; $X y',
    'X="bad y"; $X',
    'X=/usr/bin; $X/bad',
    'for x in ls bad; do $x; done',
    'for x in ls bad; do "$x" y; done',
    'a=(bad y); "${a[@]}"',
    'export X=bad; "${X}"',
    'declare -n r=c; c="bad y"; $r',
    'declare -n r=c; r=bad; "$c" y',
    'declare -gn x=c; x=bad; $c',
    'IFS=,; x=bad,y; $x',
    'x=bad:y; IFS=:; $x',
    // with nothing in it
    'b"$(true)"ad y',
    'ba$(:)d',
    'ba"$()"d',
    'ba"$(test -n x)"d',
    'ba"$(cat /dev/null)"d',
    'ba"$(eval true)"d',
    'ba"$(<a.txt)"d',
    'ba"$(cat a.txt)"d y',
    // looked up
    '$(which bad) x',
    '`which bad`',
    '"$(command -v bad)" x',
    '$(type -p bad)',
    // as Windows starts it
    'bad.exe y',
    'x/bad.COM',
    'bad.cmd y',
    'timeout 3 bad.bat x',
    'leads-there y',
    // in constructs
    'f() { bad y; }; f',
    'case x in x) bad;; esac',
    '[[ -n $(bad) ]]',
    'cat <<E\n$(bad y)\nE',
    'trap "bad y" EXIT',
    '{ sh; } <<E\nbad y\nE',
    'while true; do bash; done <<< "bad y"',
    'alias q=bad; q',
    'echo "bad y" | sh -s',
    'echo "bad y" | sh -c bash',
    // behind other programs
    'env -S "bad y"',
    'perf stat bad',
    'gdb --args bad',
    'script -qc "bad y" /dev/null',
    'tmux new-session "bad y"',
    'screen -dm bad',
    "zellij action write-chars 'bad y'",
    'zellij action new-pane -- bad y',
    "wezterm cli send-text 'bad y'",
    "air --build.cmd 'bad y'",
    'air -build.full_bin="bad y"',
    "ranger --cmd='shell bad y'",
    "lf -command '$bad y'",
    "lf -remote 'send 3 %bad y'",
    'faketime x bad',
    'poetry run bad',
    'uv run --with x bad',
    'npm exec -- bad',
    'pnpm exec bad',
    'docker run --rm img bad',
    'kubectl exec p -- bad',
    'tar --to-command=bad -xf x',
    'rsync -e bad a b:c',
    // as a wildcard that reaches it
    '<bin>/b?d y',
    '<bin>/* y',
    '<bin>/[ab]ad',
    'cd <bin> && ./b?d',
    'cd <bin>; b* y',
    'bash -c "<bin>/ba* y"',
    'f() { <bin>/b?d; }; f',
  ])('holds for %j', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'which bad',
    'command -v bad',
    'command -V bad',
    'echo $DIR/bad',
    'X=bad; echo $X',
    'for x in bad; do echo $x; done',
    'alias q=x',
    'npm run bad',
    'grep -r bad .',
    '$DIR/bad.txt',
    '$DIR/badly',
    'bad.cmd.txt',
    'badcmd',
    '<bin>/c?d bad',
    'echo <bin>/b?d',
    '[ -f bad ]',
  ])('lets %j pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});

describe('a deny rule by path', () => {
  const bench = sharedBench(() => {
    for (const name of ['tools/deploy', 'tools/other/deploy', 'deploy', '../home/bin/send'])
      bench.script(name);
  });

  /** `<work>` in a text is the workspace. */
  const decide = async (rule: string, script: string) => {
    const here = (text: string) => text.replaceAll('<work>', bench.workspace.cwd);
    const rules = [{ deny: here(rule) }];
    return await bench.decide(here(script), { settings: yolo, rules, protectedPaths: [] });
  };

  it.each([
    ['tools/deploy *', 'tools/deploy x'],
    ['tools/deploy *', './tools/deploy x'],
    ['tools/deploy *', 'tools//deploy x'],
    ['tools/deploy *', '<work>/tools/deploy x'],
    ['tools/deploy *', 'cd tools && ./deploy'],
    ['tools/deploy *', 'cd tools/other; ../deploy'],
    ['tools/deploy *', '(cd tools; ./deploy)'],
    ['tools/deploy *', 'cd tools/other; cd -; cd tools; ./deploy'],
    ['tools/deploy *', 'timeout 5 ./tools/deploy'],
    ['./tools/deploy *', 'tools/deploy x'],
    ['./tools/deploy *', 'cd tools && ./deploy'],
    ['<work>/tools/deploy *', 'cd tools && ./deploy'],
    ['<work>/tools/deploy *', './tools/deploy'],
    ['tools/* *', './tools/deploy x'],
    ['**/deploy *', './deploy'],
    ['~/bin/send *', '~/bin/send x'],
    ['~/bin/send *', 'cd; bin/send'],
    ['tools/none *', './tools/none'],
    ['./tools/deploy *', 'sh tools/deploy x'],
    ['tools/deploy *', 'bash -x ./tools/deploy'],
    ['tools/deploy *', 'cd tools; sh deploy'],
    ['tools/deploy *', 'sudo bash <work>/tools/deploy x'],
    ['tools/deploy *', '. tools/deploy'],
    ['tools/deploy *', 'source ./tools/deploy x'],
    ['tools/deploy *', 'python3 -u tools/deploy x'],
    ['tools/deploy *', 'node tools/deploy'],
    ['deploy *', 'sh tools/deploy'],
    ['tools/deploy *', 'bash < tools/deploy'],
    ['tools/deploy *', 'cd tools; sh -s x < deploy'],
    ['tools/deploy *', 'cat tools/deploy | bash'],
    ['tools/deploy *', 'cat tools/deploy | sudo bash -s -- x'],
    ['tools/deploy *', 'python3 < tools/deploy'],
    ['tools/deploy *', 'cp tools/deploy /tmp/x; /tmp/x y'],
    ['tools/deploy *', 'ln -s tools/deploy x && bash x'],
  ])('%s refuses %s', async (rule, script) => {
    expect(await decide(rule, script)).toBe('deny');
  });

  it.each([
    ['tools/deploy *', './deploy'],
    ['tools/deploy *', 'tools/other/deploy'],
    ['tools/deploy *', 'cd tools && ../deploy'],
    ['<work>/deploy *', 'cd tools && ./deploy'],
    ['tools/deploy *', '(cd tools); ./deploy'],
    ['~/bin/send *', 'cat ~/bin/send'],
    ['tools/deploy *', 'sh deploy'],
    ['tools/deploy *', 'sh -n -c "cat tools/deploy"'],
    ['tools/deploy *', 'sh build tools/deploy'],
    ['tools/deploy *', 'vim tools/deploy'],
    ['tools/deploy *', 'cat tools/deploy | grep x'],
    ['tools/deploy *', 'cat tools/deploy; bash deploy'],
    ['tools/deploy *', 'wc -l < tools/deploy'],
    ['tools/deploy *', 'cp tools/deploy /tmp/x; cat /tmp/x'],
  ])('%s lets %s pass', async (rule, script) => {
    expect(await decide(rule, script)).toBe('allow');
  });

  it.each([
    ['git pu"$(<a.txt)"sh', 'deny'],
    ['git p"${PART}"ush origin', 'deny'],
    ['git $OPTIONS push', 'deny'],
    ['git ${OPTIONS} "$@" push origin', 'deny'],
    ['git -C . $OPTIONS push', 'deny'],
    ['find . -exec git {} push \\;', 'deny'],
    ['git-push origin', 'deny'],
    ['/usr/lib/git-core/git-push', 'deny'],
    ['"$(git --exec-path)"/git-push', 'deny'],
    ['git config alias.p push', 'deny'],
    ['parallel git ::: push', 'deny'],
    ['parallel git {} origin ::: log push', 'deny'],
    ['git $OPTIONS log', 'allow'],
    ['git "$1"', 'allow'],
    ['git stash push', 'allow'],
    ['git log push"$X"/y', 'allow'],
    ['git-lfs push', 'allow'],
    ['git config alias.st status', 'allow'],
  ] as const)('of a sub-command, as it may be reached, says of %j: %s', async (script, decision) => {
    const rules = [{ deny: 'git push *' }];
    expect(await bench.decide(script, { settings: yolo, rules, protectedPaths: [] })).toBe(decision);
  });
});

describe('short options in a rule that denies', () => {
  const bench = sharedBench(() => {});
  const decide = (script: string, text: string) =>
    bench.decide(script, { settings: yolo, rules: [{ deny: text }], protectedPaths: [] });

  it.each([
    ['rm -rf *', 'rm -fr x'],
    ['rm -rf *', 'rm -r -f x'],
    ['rm -rf *', 'rm -f -v -r x'],
    ['rm -rf *', 'rm -rfv x'],
    ['rm -rf *', 'sudo rm -fr -- x'],
    ['rm -rf x', 'rm -f -r x'],
    ['git clean -fd *', 'git clean -dfx'],
    ['git clean -fd *', 'git -C . clean -d -f'],
    ['docker run -it *', 'docker run -ti --rm x'],
    ['tar -xf a -vz', 'tar -fx a -zv'],
  ])('%s: are the same in any order, with others and apart in %j', async (text, script) => {
    expect(await decide(script, text)).toBe('deny');
  });

  it.each([
    ['rm -rf *', 'rm -r x'],
    ['rm -rf *', 'rm -f x -r'],
    ['rm -rf x', 'rm -fr y'],
    ['rm -rf *', 'rm -R -- -f'],
    ['rm -r *', 'rm -fr x'],
    ['git clean -fd *', 'git clean -f a -d'],
    ['npm -rf *', 'npm --rf'],
  ])('%s: are not in %j', async (text, script) => {
    expect(await decide(script, text)).toBe('allow');
  });

  it('are words like others in a rule that allows', async () => {
    const rules = [{ allow: 'rm -rf build' }];
    expect(await bench.decide('rm -rf build', { rules })).toBe('allow');
    expect(await bench.decide('rm -fr build', { rules })).toBe('ask');
  });
});
