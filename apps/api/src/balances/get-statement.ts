import { getStatement as endpoint } from '@volume/contract/balances.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import { readLines } from './read-lines.ts';
import { standBetween } from './stand-between.ts';

/**
 * A pay-in account's statement, newest line first; its balance is the account's balance (contract §10 Held), both ends of
 * the period inclusive. 404 for an account that is not the application's, 409 for one without books.
 */
export const getStatement = handle(endpoint, async ({ params, query, services }) => {
  const { database } = services;
  const { account, days, opening, closing } = await standBetween(database, { params, query });
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
