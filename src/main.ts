import { heedLauncher } from './platform/process/launcher.ts';
import { heedChildren } from './platform/process/signals.ts';
import { launchCommand } from './platform/sandbox/sandbox-spec.ts';
import { keeperCommand } from './platform/sessions/keeper-process.ts';
import { heedFaults, statusUnlessFaulted } from './platform/system/faults.ts';
import { watchPool } from './platform/system/pool-watch.ts';

/** Runs one command line and returns its exit status; nothing is left unwritten when it returns. */
export async function main(argv: readonly string[]): Promise<number> {
  heedLauncher();
  heedChildren();
  heedFaults();
  if (argv[0] !== launchCommand) watchPool();
  // What this program starts of itself needs nothing of what serves a command line.
  if (argv[0] === keeperCommand)
    return statusUnlessFaulted(import('./sessions/keeper/keeper.ts').then(({ runKeeper }) => runKeeper()));
  if (argv[0] === launchCommand)
    return statusUnlessFaulted(
      import('./platform/sandbox/launch.ts').then(({ runLaunch }) => runLaunch(argv[1] ?? '')),
    );
  const { runCommandLine } = await import('./frontends/cli/run.ts');
  return runCommandLine(argv);
}
