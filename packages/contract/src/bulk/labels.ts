export const bulkKinds = ['REFUND', 'RESEND'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** PREPARED is a dry run: nothing happens until the job is started. */
export const bulkJobStates = ['PREPARED', 'QUEUED', 'RUNNING', 'DONE', 'STOPPED'] as const;
export type BulkJobState = (typeof bulkJobStates)[number];

/** EXCLUDED by the dry run, FAILED during processing, STOPPED before processing. */
export const bulkItemStates = ['PLANNED', 'EXCLUDED', 'DONE', 'FAILED', 'STOPPED'] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

export const mostBulkRows = 10_000;
/** Maximum number of rows that can be listed by id; a larger selection needs a filter. */
export const mostPickedRows = 1_000;

/** Maximum number of events that the bulk jobs of one merchant resend per minute. */
export const bulkResendsPerMinute = 100;
