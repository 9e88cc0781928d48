import { statSync } from 'node:fs';
import { hasProcess } from '../process/proc.ts';
import { isYoungClaim } from './claim-age.ts';
import { claimant, isNamedRunning } from './claim-name.ts';

/**
 * Whether the process named by a claim runs; if it cannot be looked up, as in a container, whether the claim's file is
 * younger than `oldestMs`. False for an invalid name.
 */
export function isClaimAlive(claim: string, file: string, oldestMs: number): boolean {
  if (!/^[1-9]\d*-\d+-\d+(-\d+)?$/.test(claim)) return false;
  const owner = claimant(claim);
  if (owner.startTicks > 0) return isNamedRunning(owner) ?? isYoung(file, oldestMs);
  return hasProcess(owner.pid) && isYoung(file, oldestMs);
}

function isYoung(file: string, oldestMs: number): boolean {
  try {
    return isYoungClaim(statSync(file).mtimeMs, oldestMs);
  } catch {
    return false;
  }
}
