/** From strict to loose. */
export const securityLevels = ['deny', 'allowlist', 'full'] as const;
/** From strict to loose. */
export const askLevels = ['always', 'on-miss', 'off'] as const;
