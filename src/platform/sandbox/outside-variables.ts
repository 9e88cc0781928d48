import { runMarker, serverMarker } from '../../core/environment.ts';

/**
 * The variables of what runs outside to set a sandbox up for a command that is to have those in `env`: none of a caller's choice may
 * act on it. The markers tell whose it is, since what bubblewrap forks waits for it without end when it alone is killed.
 */
export function outsideVariables(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const markers = Object.entries(env).filter(([name]) => name === runMarker || name === serverMarker);
  return { PATH: '/usr/bin:/bin', ...Object.fromEntries(markers) };
}
