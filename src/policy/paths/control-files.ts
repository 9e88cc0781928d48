const shellFile =
  /^\.(bash_(profile|login|logout|aliases)|(bash|zsh|csh|tcsh|ksh|input|mksh)rc|profile|zshenv|zprofile|zlogin|zlogout|xprofile|xsessionrc|gitconfig)$/;

/** Whether a file of a git folder decides what runs: hooks, settings and attributes, also of modules. `inside` are the components of its path below that folder. */
function isGitControl(inside: readonly string[]): boolean {
  const [first, second] = inside;
  const last = inside.length - 1;
  if (first === undefined || first === 'hooks') return true;
  if (first === 'info') return second === 'attributes' && last === 1;
  const isSettings = inside[last] === 'config' || inside[last] === 'config.worktree';
  if (first === 'modules') return (isSettings && last > 1) || inside.lastIndexOf('hooks') > 1;
  return isSettings && last === 0;
}

/** Whether a folded absolute path is a file that can decide what runs later: of git, of a shell, of `.agents`. */
export function isControlFile(path: string): boolean {
  if (!path.includes('/.')) return false;
  const segments = path.split('/');
  const last = segments.length - 1;
  if (shellFile.test(segments[last] ?? '')) return true;
  for (const [index, name] of segments.entries()) {
    if (name === '.agents') return true;
    if (name === '.config') {
      if (segments[index + 1] === 'fish' && last > index + 1) return true;
      if (segments[index + 1] === 'git' && segments[index + 2] === 'config' && last === index + 2)
        return true;
    }
    if (name === '.git' && isGitControl(segments.slice(index + 1))) return true;
  }
  return false;
}
