/** What one look at a deployment found: a fault must be mended, a warning should be known. One sentence each. */
export type Finding = { level: 'fine' | 'warning' | 'fault'; sentence: string };

export const fine = (sentence: string): Finding => ({ level: 'fine', sentence });
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence });
export const fault = (sentence: string): Finding => ({ level: 'fault', sentence });
