import { isSecretName } from '../../core/environment.ts';

const moreNames = /(^|_)(PASS|PASSWD|PASSPHRASE|CREDENTIALS|APIKEY|AUTH)(_|$)|PASSWORD$|^MYSQL_PWD$/i;

/** Whether the name of a variable, a field or a setting says that its value is a secret; `apiKey` and `api-key` do. */
export function namesSecret(name: string): boolean {
  const parted = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_');
  return isSecretName(parted) || moreNames.test(parted);
}
