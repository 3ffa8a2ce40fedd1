import { getStatement as endpoint } from '@volume/contract/balances.ts';
import { parseUtc } from '@volume/contract/period.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#http/handler.ts';
import { findStatementAccount } from './find-statement-account.ts';
import { readLines } from './read-lines.ts';
import { readDays, standAt } from './stand-at.ts';

/**
 * A pay-in account's statement, newest line first; its balance is the account's balance (contract §10 Held), both ends of
 * the period inclusive. 404 for an account that is not the application's, 409 for one without books.
 */
export const getStatement = handle(endpoint, async ({ params, query, services }) => {
  const { database } = services;
  const account = await findStatementAccount(database, params);
  const days = await readDays(database, account);
  const from = query.from === undefined ? Number.NEGATIVE_INFINITY : parseUtc(query.from);
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : parseUtc(query.to) + 1;
  const opening = await standAt(database, account, days, from);
  const closing = await standAt(database, account, days, Math.max(from, to));
  const { page, size } = query;
  const upTo = Math.max(opening.lines, closing.lines - page * size);
  const after = Math.max(opening.lines, upTo - size);
  const content = await readLines(database, account, days, { after, upTo });
  return {
    ...toPage(content, { page, size, totalElements: closing.lines - opening.lines }),
    currency: account.currency,
    openingBalance: opening.balance,
    closingBalance: closing.balance,
  };
});
