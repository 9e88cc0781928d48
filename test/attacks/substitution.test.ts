import { attackRows } from '../helpers/attack.ts';

attackRows('substitutions run what they hold', [
  ['dollar parentheses', 'echo $(CANARY)'],
  ['backquotes', 'echo `CANARY`'],
  ['inside double quotes', 'echo "a $(CANARY) b"'],
  ['nested', 'echo $(echo $(CANARY))'],
  ['process substitution, in', 'cat <(CANARY)'],
  ['process substitution, out', 'echo x > >(CANARY)'],
  ['in a here-document', 'cat <<E\n$(CANARY)\nE'],
  ['in a here-string', 'cat <<< "$(CANARY)"'],
  ['in a default value', 'echo ${x:-$(CANARY)}'],
  ['in a pattern of an expansion', 'echo ${PATH#$(CANARY)}'],
  ['in an assignment', 'x=$(CANARY) true'],
  ['in an array', 'x=( $(CANARY) )s; ls'],
  ['in single quotes inside arithmetic', "echo $((1+'$(CANARY)'))"],
  ['in a subscript', "a['$(CANARY)']=1; ls"],
  ['in an ambiguous arithmetic', 'echo $((x=$(cat <<E\n)\nE\n); CANARY))'],
]);
