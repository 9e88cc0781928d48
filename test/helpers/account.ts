import { type UserInfo, userInfo } from 'node:os';

/** The account of this process; null where it is listed nowhere, as a container may run one. */
export function accountOrNull(): UserInfo<string> | null {
  try {
    return userInfo();
  } catch {
    return null;
  }
}
