import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the guard, of scripts of PowerShell', () => {
  const bench = sharedBench(() => {});

  it.each([
    ['Remove-Item -Recurse -Force C:\\', 'guarded'],
    ['ri -r ~', 'guarded'],
    ['Get-ChildItem | % { Remove-Item $env:USERPROFILE -Recurse }', 'guarded'],
    ['Remove-Item -Rec $env:SystemRoot', 'guarded'],
    ['rm -r "C:\\Program Files\\*"', 'guarded'],
    ['rm -r "C:\\Program Files (x86)\\*"', 'guarded'],
    ["cd work; rm -r 'C:\\Program Files (x86)'", 'guarded'],
    ['echo "it\'s"; rm -r C:\\', 'guarded'],
    ['"$(rm -r C:\\)"', 'guarded'],
    ['rm -r "C:\\work (x86)\\*"', 'allow'],
    ['echo "C:\\Program Files (x86)"; rm -r build', 'allow'],
    ['del /s /q C:\\*', 'guarded'],
    ['erase /s D:\\', 'guarded'],
    ['rmdir /s /q C:\\Windows', 'guarded'],
    ['Format-Volume -DriveLetter C', 'guarded'],
    ['Clear-Disk -Number 0 -RemoveData', 'guarded'],
    ['Initialize-Disk 1', 'guarded'],
    ['format d:', 'guarded'],
    ['Restart-Computer', 'guarded'],
    ['Stop-Computer -Force', 'guarded'],
    ['Remove-Item -Recurse build', 'allow'],
    ['Remove-Item -Recurse C:\\work\\build', 'allow'],
    ['Remove-Item -Recurse *', 'allow'],
    ['Remove-Item C:\\', 'allow'],
    ['Get-ChildItem -Recurse C:\\', 'allow'],
    ['Get-ChildItem D:', 'allow'],
    ['Get-Date -Format o', 'allow'],
    ['Write-Host format', 'allow'],
  ])('judges %j: %s', async (script, expected) => {
    for (const shell of ['pwsh', 'powershell'] as const) {
      const exec = { shell };
      const { decision, rule } = await bench.judge(script, { settings: yolo, exec, protectedPaths: [] });
      expect(decision === 'deny' && rule?.text === 'guard' ? 'guarded' : decision).toBe(expected);
    }
  });
});
