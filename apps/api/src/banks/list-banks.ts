import type { QueryOf } from '@volume/contract/endpoint.ts';
import { type Bank, listBanks as endpoint } from '@volume/contract/institutions/banks.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { foldText } from '#database/fold-text.ts';
import { readBanks } from './read-banks.ts';

/**
 * The banks by name (contract §8, Banks). They are filtered here and not in the database: a deployment has some
 * thousands at most, and a state follows from the payments that are counted for all of them.
 */
export const listBanks = handle(endpoint, async ({ query, services: { database, clock } }) => {
  const { page, size } = query;
  const all = await readBanks(database, clock.now());
  const found = all.filter((bank) => isMatch(bank, query));
  return {
    ...toPage(found.slice(page * size, (page + 1) * size), { page, size, totalElements: found.length }),
    offered: all.filter(({ state }) => state !== 'OFF').length,
    known: all.length,
  };
});

function isMatch(bank: Bank, { search = '', state = [], country = [] }: QueryOf<typeof endpoint>): boolean {
  if (state.length > 0 && !state.includes(bank.state)) return false;
  const codes: readonly string[] = country;
  if (codes.length > 0 && !bank.countries.some(({ countryCode2 }) => codes.includes(countryCode2))) return false;
  const text = foldText(`${bank.name} ${bank.fullName} ${bank.institutionId}`);
  return foldText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
