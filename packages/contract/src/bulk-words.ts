/** What a bulk job does with each of its rows. */
export const bulkKinds = ['REFUND', 'RESEND'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** PREPARED is a dry run: nothing is done before it is started. */
export const bulkJobStates = ['PREPARED', 'QUEUED', 'RUNNING', 'DONE', 'STOPPED'] as const;
export type BulkJobState = (typeof bulkJobStates)[number];

/** EXCLUDED by the dry run, FAILED when its turn came, STOPPED before it came. */
export const bulkItemStates = ['PLANNED', 'EXCLUDED', 'DONE', 'FAILED', 'STOPPED'] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** Rows of one job at most. */
export const mostBulkRows = 10_000;
/** Rows that may be named one by one at most; more are named by a filter. */
export const mostPickedRows = 1_000;
