/** The name of a construct that is not understood, for people. */
export function describe(type: string): string {
  const names: Readonly<Record<string, string>> = {
    Function: 'a function',
    Coproc: 'a coprocess',
    Select: 'select',
  };
  return names[type] ?? `a construct (${type}) that is not understood`;
}
