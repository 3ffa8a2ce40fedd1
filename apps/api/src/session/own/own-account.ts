import type { Caller } from '#core/caller.ts';
import { notFound } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type Account, findAccount } from '#session/account.ts';

/** The account a call was made with; 404 when it went away meanwhile. */
export async function ownAccount({ database }: Services, caller: Caller): Promise<Account> {
  const account = await findAccount(database, caller.userAccountId);
  if (!account) throw notFound('This account');
  return account;
}
