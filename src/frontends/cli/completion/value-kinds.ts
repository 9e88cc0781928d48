/** Kinds of words known only at run time: a script asks `agent-tools completion --values …`. */
export const valueKinds = ['approvals', 'hosts', 'nodes', 'sessions', 'skills'] as const;
export type ValueKind = (typeof valueKinds)[number];
