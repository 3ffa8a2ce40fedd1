import type { ActivityAction } from '@volume/contract/activity.ts';
import type { Queries } from '#database/database.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import type { Account } from '#session/account.ts';

/** Records what a person did about their own sign-in. An administrator belongs to no merchant: theirs is the platform's. */
export async function recordOwnActivity(
  queries: Queries,
  call: { services: Services; request: RequestFacts },
  account: Pick<Account, 'user_account_id' | 'email' | 'merchant_id'>,
  action: ActivityAction,
  detail: string | null = null,
): Promise<void> {
  const { user_account_id: userAccountId, email, merchant_id: merchantId } = account;
  const kind = merchantId === null ? 'admin' : 'merchant';
  const ownCall = { ...call, caller: { kind, userAccountId, email } } as const;
  await recordActivity(queries, ownCall, { merchantId, action, subject: email, detail });
}
