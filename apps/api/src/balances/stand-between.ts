import { parseUtc } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { justAfter } from '#core/list-filters.ts';
import { findStatementAccount, type StatementAccount } from './find-statement-account.ts';
import { readDays, type Stand, standAt, type StatementDay } from './stand-at.ts';

export type StatementPeriod = {
  account: StatementAccount;
  days: StatementDay[];
  /** How the account stood before the period's first moment and after its last. */
  opening: Stand;
  closing: Stand;
  /** Milliseconds since the epoch, the end exclusive; infinite where left open. */
  from: number;
  before: number;
};

type Asked = {
  params: Parameters<typeof findStatementAccount>[1];
  /** Both ends inclusive, open where left out. */
  query: { from?: string | undefined; to?: string | undefined };
};

/** An account in a period. 404 for an account that is not the application's, 409 for one without books. */
export async function standBetween(database: Queries, { params, query }: Asked): Promise<StatementPeriod> {
  // Side by side: each waits for the database, not for the others.
  const [account, days] = await Promise.all([findStatementAccount(database, params), readDays(database, params)]);
  const from = query.from === undefined ? Number.NEGATIVE_INFINITY : parseUtc(query.from);
  const before = query.to === undefined ? Number.POSITIVE_INFINITY : justAfter(query.to).getTime();
  const [opening, closing] = await Promise.all([
    standAt(database, account, days, from),
    standAt(database, account, days, Math.max(from, before)),
  ]);
  return { account, days, opening, closing, from, before };
}
