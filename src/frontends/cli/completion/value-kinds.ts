/** Words that only the program knows at the moment: a script asks `agent-tools completion --values …` for them. */
export const valueKinds = ['approvals', 'hosts', 'nodes', 'sessions', 'skills'] as const;
export type ValueKind = (typeof valueKinds)[number];
