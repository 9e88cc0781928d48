import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { holdsToken } from '../../../src/platform/facts/token-files.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

type Row = readonly [name: string, content: string];

function isHeld([name, content]: Row): boolean {
  const path = join(tempFolder(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return holdsToken(path);
}

it.each<Row>([
  ['gradle.properties', 'a=1\nsigning.password=hunter2\n'],
  ['gradle.properties', 'gpr.token = abc\n'],
  ['GRADLE.PROPERTIES', 'apiKey=abc'],
  ['.yarnrc.yml', 'npmAuthToken: abcdef\n'],
  ['.yarnrc', '//registry.x/:_authToken "abc"\n'.replace(' ', '=')],
  ['auth.json', '{"http-basic": {"repo": {"username": "a", "password": "b"}}}'],
  ['auth.json', '{"github-oauth":{"github.com":"x"}}'],
  ['pip.conf', '[global]\nindex-url = https://me:pass@x/simple\n'],
  ['nuget.config', '<add key="ClearTextPassword" value="x" />'],
  ['a.tfvars', 'db_password = "x"\n'],
  ['profiles.yml', 'dev:\n  password: hunter2\n'],
  ['.mcp.json', '{"env": {"GITHUB_TOKEN": "ghp_x"}}'],
  ['.claude.json', '{"primaryApiKey": "sk-x"}'],
  ['.curlrc', 'user = "me:pass"\n'],
  ['.curlrc', '-u x\n--proxy-user me:pass\n'],
  ['sftp.json', '{"host": "h", "password": "x"}'],
  ['.git/config', '[remote "origin"]\n\turl = https://me:hunter2@git.example/a.git\n'],
  ['.git/config', '[remote "origin"]\n\turl = https://ghp_0123456789abcdef0123@git.example/a.git\n'],
  ['.git/modules/sub/config', '[remote "origin"]\n\turl = https://:hunter2@git.example/a.git\n'],
  ['.git/config', '[http "https://git.example/"]\n\textraheader = AUTHORIZATION: basic eDp5\n'],
  ['.gitconfig', '[url "https://me:hunter2@git.example/"]\n\tinsteadOf = https://git.example/\n'],
  ['.config/git/config', '[http]\n\textraHeader = "Authorization: Bearer x"\n'],
  ['wp-config.php', "define( 'DB_PASSWORD', 'hunter2' );\n"],
  ['wp-config.php', 'define("AUTH_KEY",         "x");'],
  [
    'local.settings.json',
    '{"Values": {"AzureWebJobsStorage": "AccountName=a;AccountKey=YWJj;EndpointSuffix=x"}}',
  ],
  [
    'local.settings.json',
    '{"Values": {"Bus": "Endpoint=sb://x/;SharedAccessKeyName=a;SharedAccessKey=YWJj"}}',
  ],
  ['local.settings.json', '{"Values": {"API_KEY": "abc"}}'],
])('%s with %j holds a token', (...row) => {
  expect(isHeld(row)).toBe(true);
});

it.each<Row>([
  ['gradle.properties', 'org.gradle.jvmargs=-Xmx2g\n# no token here\nandroid.useAndroidX=true\n'],
  ['gradle.properties', 'signing.password=\nnext=1\n'],
  ['.yarnrc.yml', 'npmAuthToken: "${NPM_TOKEN}"\nnodeLinker: pnp\n'],
  ['auth.json', '{"title": "Log in", "password": "Password"}'],
  ['pip.conf', '[global]\nindex-url = https://pypi.org/simple\n'],
  ['a.tfvars', 'region = "eu"\nsecret_count = 3 \n'],
  ['profiles.yml', 'dev:\n  password: "{{ env_var(\'X\') }}"\n'],
  ['.mcp.json', '{"env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}"}}'],
  ['.curlrc', 'user-agent = "x:y"\n'],
  ['nuget.config', '<add key="nuget.org" value="https://api.nuget.org/v3/index.json" />'],
  ['other.properties', 'password=x\n'],
  ['.git/config', '[remote "origin"]\n\turl = https://me@git.example/a.git\n'],
  ['.git/config', '[remote "origin"]\n\turl = git@git.example:a/b.git\n'],
  ['.git/config', '[remote "origin"]\n\turl = ssh://git@git.example:22/a.git\n'],
  ['.git/config', '[credential]\n\thelper = store\n\tusername = me\n'],
  ['config', '[remote "origin"]\n\turl = https://me:hunter2@git.example/a.git\n'],
  ['wp-config.php', "define( 'DB_PASSWORD', '' );\ndefine( 'WP_DEBUG', false );\n"],
  ['wp-config.php', "define( 'DB_PASSWORD', getenv('DB_PASSWORD') );\n"],
  [
    'local.settings.json',
    '{"Values": {"AzureWebJobsStorage": "UseDevelopmentStorage=true", "FUNCTIONS_WORKER_RUNTIME": "node"}}',
  ],
  ['local.settings.json', '{"Values": {"Storage": "AccountName=a;AccountKey=<key>"}}'],
])('%s with %j holds none', (...row) => {
  expect(isHeld(row)).toBe(false);
});

it('is none that is missing, or too long to look at', () => {
  expect(holdsToken(join(tempFolder(), 'gradle.properties'))).toBe(false);
  expect(isHeld(['gradle.properties', `password=x\n${'#'.repeat(70_000)}`])).toBe(false);
});
