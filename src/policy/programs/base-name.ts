/** The name of a command without its folder. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
