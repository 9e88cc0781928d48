import { isSecretName } from '../../core/environment.ts';

const moreNames = /(^|_)(PASS|PASSWD|PASSPHRASE|CREDENTIALS|APIKEY|AUTH)(_|$)|PASSWORD$|^MYSQL_PWD$/i;

/** Whether the name of a variable, field or setting suggests a secret value; so do `apiKey` and `api-key`. */
export function namesSecret(name: string): boolean {
  const parted = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_');
  return isSecretName(parted) || moreNames.test(parted);
}
