let launcher = process.ppid;

/** Notes who started this program. To be called before it reads anything: a launcher may end at any time after the start. */
export function heedLauncher(): void {
  launcher = process.ppid;
}

/** Whether the program that started this one is gone: this one has another parent then. */
export function isLauncherGone(): boolean {
  return process.ppid !== launcher;
}
