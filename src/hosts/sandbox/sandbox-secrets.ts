/** Folders below the home that hold credentials; they are empty in a sandbox. */
export const secretFolders: readonly string[] = [
  ...['.ssh', '.aws', '.gnupg', '.azure', '.kube', '.password-store', '.oci', '.mozilla', '.thunderbird'],
  ...['.config/gcloud', '.config/gh', '.config/op', '.config/rclone', '.config/sops', '.config/hub'],
  ...['.config/google-chrome', '.config/chromium', '.config/BraveSoftware', '.config/doctl'],
  ...['.local/share/keyrings', '.local/share/kwalletd'],
  ...['.aliyun', '.cloudflared', '.kaggle', '.putty', '.snowflake', '.config/age', '.config/argocd'],
  ...['.config/Bitwarden CLI', '.config/exoscale', '.config/filezilla', '.config/github-copilot'],
  ...[
    '.config/glab-cli',
    '.config/hcloud',
    '.config/ngrok',
    '.config/remmina',
    '.config/scw',
    '.config/solana',
  ],
  ...['.config/stripe', '.config/tea', '.config/netlify'],
];

/** Folders among them that grant access or name programs to run: in a writable home they cannot be created either. */
export const trustedFolders: ReadonlySet<string> = new Set(['.ssh', '.aws', '.gnupg']);

/** Files below the home that hold credentials; they are empty in a sandbox. */
export const secretFiles: readonly string[] = [
  ...['.netrc', '.npmrc', '.yarnrc.yml', '.pypirc', '.pgpass', '.my.cnf', '.git-credentials', '.htpasswd'],
  ...['.dockercfg', '.docker/config.json', '.s3cfg', '.boto', '.vault-token', '.terraformrc'],
  ...['.terraform.d/credentials.tfrc.json', '.config/git/credentials', '.config/containers/auth.json'],
  ...['.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.config/pip/pip.conf'],
  ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.psql_history'],
  ...['.claude/.credentials.json', '.codex/auth.json', '.gemini/oauth_creds.json', '.fly/config.yml'],
  ...['.databrickscfg', '.sentryclirc', '.mylogin.cnf', '.authinfo', '.erlang.cookie', '.dbt/profiles.yml'],
  ...[
    '.cache/huggingface/token',
    '.cache/huggingface/stored_tokens',
    '.local/share/com.vercel.cli/auth.json',
  ],
];

/** Files and folders outside the home that hold credentials. */
export const systemSecrets: readonly string[] = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/ssl/private'],
  // Host keys, and settings that no client misses.
  '/etc/ssh',
  ...['/run/secrets', '/var/run/secrets', '/run/user'],
];

/** Files that a shell, git or the desktop runs by itself; they are read-only in a writable home. */
export const startFiles: readonly string[] = [
  ...['.profile', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases'],
  ...['.zshenv', '.zshrc', '.zprofile', '.zlogin', '.zlogout', '.kshrc', '.mkshrc', '.gitconfig', '.inputrc'],
  ...['.cshrc', '.tcshrc', '.login', '.logout', '.xprofile', '.xsession', '.xsessionrc', '.pam_environment'],
];

/** Folders of such files; skills of a home are trusted because of where they are. */
export const startFolders: readonly string[] = [
  '.agents',
  ...['.config/git', '.config/fish', '.config/autostart', '.config/systemd', '.config/environment.d'],
  '.config/nushell',
];
