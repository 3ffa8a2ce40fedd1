import type { BulkKind, NewBulkJob, RefundDetails } from '@volume/contract/bulk/bulk.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';

/** The application whose rows a job is about. */
export interface BulkScope {
  merchantId: string;
  applicationId: string;
}

/** What a dry run says of one row; `amount` in minor units, null where no money moves. */
export interface PlannedRow {
  objectId: string;
  amount: number | null;
  currency: Currency | null;
  isExcluded: boolean;
  /** Why it is excluded, or what is to be known of it. */
  reason: string | null;
}

/** One row whose turn has come. */
export interface BulkTurn {
  services: Services;
  caller: Caller;
  scope: BulkScope;
  bulkJobId: string;
  objectId: string;
  amount: number | null;
  /** Who started the job proved who they are for all of it. */
  isSure: boolean;
  /** Stored with each refund. */
  details: RefundDetails;
}

export interface RowDone {
  /** What came of it: a refund. */
  resultId: string | null;
  reason: string | null;
  /** What is left to do outside of the transaction. */
  finish?: () => Promise<void>;
}

/** What a job does with each row: by the same functions as the call for a single one. */
export interface BulkAction {
  /** Ids by the filter that the body names, newest first, at most so many; null where it names none. */
  find(queries: Queries, scope: BulkScope, body: NewBulkJob, most: number): Promise<string[] | null>;
  /** Says of each id, in their order, what would be done; `spent` goes from batch to batch of one dry run. */
  plan(services: Services, scope: BulkScope, ids: readonly string[], spent: Map<number, number>): Promise<PlannedRow[]>;
  /** The rate limits that each row counts in, as the call for a single one does; a job waits where that call is refused. */
  rateLimits?(scope: BulkScope): readonly RateLimit[];
  /** Does one row, in the transaction that marks it done. @throws Problem where it is refused */
  run(queries: Queries, turn: BulkTurn): Promise<RowDone>;
}

export type BulkActions = Record<BulkKind, BulkAction>;
