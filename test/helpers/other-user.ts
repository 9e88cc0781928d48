/** The account that root changes to where the system shall refuse something. */
export const nobody = 65_534;

/** What stands before an argv so that it runs as nobody, without groups. */
export const asNobody: readonly string[] = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
];
