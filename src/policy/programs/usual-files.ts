/** The files in the workspace that a program reads without being told, by their names. */
export function usual(names: string): RegExp {
  return new RegExp(`^(\\./)?(${names})$`);
}
