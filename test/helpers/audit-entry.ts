import type { AuditEntry } from '../../src/runtime/audit/entry.ts';

/** A call as the trail keeps it, with parts of one's own. */
export const auditEntry = (parts: Partial<AuditEntry> = {}): AuditEntry => ({
  time: '2026-01-02T03:04:05.678Z',
  frontend: 'rpc',
  client: 'tester',
  tool: 'shell',
  input: { command: 'ls' },
  cwd: '/work',
  node: null,
  decision: 'allow',
  reason: 'it only reads',
  rule: null,
  approver: null,
  approvalId: null,
  status: 'completed',
  exitCode: 0,
  bytes: 12,
  durationMs: 3.4,
  ...parts,
});
