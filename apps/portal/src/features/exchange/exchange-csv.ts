import { csvAmount } from '@volume/contract/csv.ts';
import { type Exchange, listExchanges } from '@volume/contract/exchange.ts';
import { type CsvColumn, type CsvSource, pagedCsv } from '#lists/export/csv-source.ts';
import type { Scope } from '#platform/scope.ts';
import { call } from '#platform/provider-api.ts';

/** All exchanges as a file, read by the history's own pages. */
export const exchangeCsv = (scope: Scope): CsvSource =>
  pagedCsv({
    columns,
    rowKey: ({ exchangeId }) => exchangeId,
    readPage: async (page, signal) => {
      const { applicationId } = scope;
      const found = await call(listExchanges, { params: scope, query: { page, size: 100 }, signal, applicationId });
      return { rows: found.content, isLast: found.last };
    },
  });

const columns: CsvColumn<Exchange>[] = [
  { header: 'Created', isTime: true, cell: ({ createdAtUtc }) => createdAtUtc },
  { header: 'Exchange id', cell: ({ exchangeId }) => exchangeId },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Sold', cell: ({ sellAmount }) => csvAmount(sellAmount) },
  { header: 'Sold currency', cell: ({ sellCurrency }) => sellCurrency },
  { header: 'Bought', cell: ({ buyAmount }) => csvAmount(buyAmount) },
  { header: 'Bought currency', cell: ({ buyCurrency }) => buyCurrency },
  { header: 'Rate', cell: ({ rate }) => rate },
  { header: 'Fee', cell: ({ fee }) => csvAmount(fee) },
  { header: 'By', cell: ({ createdBy }) => createdBy },
];
