import { ownValue } from '../../core/record.ts';
import { type Interpreter, interpreterForms, python, shell } from './interpreter-forms.ts';

const shells = /^(ba|da|a|z|k|mk|fi|c|tc|ya|rba|o|nu|elvi|xon)?sh$|^(nu|elvish|xonsh|pwsh|powershell|cmd)$/;
const versioned = /^(python|pypy|ruby|perl|php|lua|node|tclsh|guile)-?\d[\d.]*[a-z]?$/;

/** What is known of an interpreter by the base name of its program, or null for other programs. */
export function interpreterOf(base: string): Interpreter | null {
  const name = base.toLowerCase().replace(/\.exe$/, '');
  if (shells.test(name)) return shell;
  const family = versioned.exec(name)?.[1] ?? name;
  if (/^((python|pypy)\d?w?|[bi]python3?)$/.test(family)) return python;
  return ownValue(interpreterForms(), family) ?? null;
}
