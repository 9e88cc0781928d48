/** Options of `git` before its sub-command whose value is the next word. */
export const gitGlobal =
  /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--config-env|--attr-source|--shallow-file)$/;
