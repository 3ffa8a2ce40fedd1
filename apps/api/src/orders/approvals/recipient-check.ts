import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import type { ApprovalName } from './approval-row.ts';

/** How a payout's recipient is checked before it is approved. */
export interface RecipientCheck {
  /** 409 when the money would no longer go to the same recipient. Can ask the provider, so not in a transaction. */
  requireSame(services: Services, name: ApprovalName): Promise<void>;
  /** Prevents disabling the recipient until the transaction ends; 409 when it was disabled first. */
  hold(queries: Queries, name: ApprovalName): Promise<void>;
}
