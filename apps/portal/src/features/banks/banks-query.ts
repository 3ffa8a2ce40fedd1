import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { type Bank, listBanks } from '@volume/contract/institutions/banks.ts';
import { call } from '#platform/provider-api.ts';
import { institutionKeys } from '#platform/queries/institutions-query.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type BankSearch, bankSearch } from './bank-filters.ts';

type BankQuery = QueryOf<typeof listBanks>;

/** The request's query, with a zero-based page. A missing filter of the endpoint is a compile error. */
const toQuery = (search: BankSearch): BankQuery =>
  // It has no date filters, so today does not matter.
  bankSearch.toPage(search, '') satisfies Record<keyof BankQuery, unknown>;

const bankKeys = keysOf('banks');

export function banksQuery(search: BankSearch) {
  const query = toQuery(search);
  return queryOptions({
    queryKey: bankKeys.of(query),
    queryFn: ({ signal }) => call(listBanks, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The current values of a bank; undefined when it no longer exists. */
async function readBank(institutionId: string): Promise<Bank | undefined> {
  const { content } = await call(listBanks, { query: { search: institutionId, page: 0, size: 100 } });
  return content.find((bank) => bank.institutionId === institutionId);
}

interface BankWrite<Body> {
  send: (body: Body, stepUp: string | undefined) => Promise<unknown>;
  onDone: (body: Body) => void;
  /** For a write that compares versions: the bank that it changes, and a callback that receives its current values. */
  conflict?: { institutionId: string; onChanged: (now: Bank | undefined) => void };
}

/** Writes to a bank. Always refetches the lists of banks: after a refusal they may have changed too. */
export function useBankWrite<Body>({ send, onDone, conflict }: BankWrite<Body>) {
  const queryClient = useQueryClient();
  const refetchLists = () => invalidate(queryClient, bankKeys.all, institutionKeys.all);
  const refetch = async () => conflict?.onChanged(await readBank(conflict.institutionId));
  return useWrite(
    (body: Body, { stepUp }) => refetchOnConflict(send(body, stepUp).finally(refetchLists), refetch),
    (_, body) => onDone(body),
  );
}
