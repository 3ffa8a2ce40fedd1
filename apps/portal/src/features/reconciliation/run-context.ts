import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import type { Scope } from '#platform/scope.ts';

export interface RunContext {
  scope: Scope;
  merchantIdInCalls: string | undefined;
  accounts: readonly PayInAccount[];
  /** Shown in the message for another merchant's account. */
  companyName: string;
}
