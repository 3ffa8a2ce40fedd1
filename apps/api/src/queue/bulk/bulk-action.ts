import type { BulkKind, NewBulkJob, RefundDetails } from '@volume/contract/bulk/bulk.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';

/** The application to which a job's rows belong. */
export interface BulkScope {
  merchantId: string;
  applicationId: string;
}

/** The dry run's result for one row; `amount` in minor units, null when no money moves. */
export interface PlannedRow {
  objectId: string;
  amount: number | null;
  currency: Currency | null;
  isExcluded: boolean;
  /** Why it is excluded, or a note about it. */
  reason: string | null;
}

/** One row to process. */
export interface BulkTurn {
  services: Services;
  caller: Caller;
  scope: BulkScope;
  bulkJobId: string;
  objectId: string;
  amount: number | null;
  /** The user who started the job made a step-up for all of it. */
  isSure: boolean;
  /** Stored with each refund. */
  details: RefundDetails;
}

export interface RowDone {
  /** The result: a refund. */
  resultId: string | null;
  reason: string | null;
  /** Work that is left to do outside of the transaction. */
  finish?: () => Promise<void>;
}

/** The action that a job applies to each row, with the same functions as the call for a single one. */
export interface BulkAction {
  /** The newest ids that match the body's filter, up to a maximum; null when the body has no filter. */
  find(queries: Queries, scope: BulkScope, body: NewBulkJob, most: number): Promise<string[] | null>;
  /** Predicts the result for each id, in their order; `spent` is passed from batch to batch of one dry run. */
  plan(services: Services, scope: BulkScope, ids: readonly string[], spent: Map<number, number>): Promise<PlannedRow[]>;
  /** The rate limits that each row counts in, as the call for a single one does; a job waits where that call is refused. */
  rateLimits?(scope: BulkScope): readonly RateLimit[];
  /** Does one row, in the transaction that marks it done. @throws Problem where it is refused */
  run(queries: Queries, turn: BulkTurn): Promise<RowDone>;
}

export type BulkActions = Record<BulkKind, BulkAction>;
