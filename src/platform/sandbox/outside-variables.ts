import { runMarker, serverMarker } from '../../core/environment.ts';

/**
 * The variables of the process that sets up a sandbox outside, for a command that gets `env`: nothing chosen by a caller may
 * act on it. The markers say whose it is, since children of bubblewrap wait for it forever if it alone is killed.
 */
export function outsideVariables(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const markers = Object.entries(env).filter(([name]) => name === runMarker || name === serverMarker);
  return { PATH: '/usr/bin:/bin', ...Object.fromEntries(markers) };
}
