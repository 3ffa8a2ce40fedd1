import { timeColumn } from '#lists/list-table.tsx';
import { csvAmount } from '@volume/contract/csv.ts';
import { type Exchange, listExchanges } from '@volume/contract/exchange.ts';
import { Tag, type Tone } from '#design/feedback/tag.tsx';
import { Money } from '#design/text/money.tsx';
import { titleCase } from '#design/text/format-text.ts';
import { listCsv } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { rateText } from './exchange-words.ts';
import { type ExchangeSearch, exchangeSearch } from './exchange-filters.ts';

const tones: Record<Exchange['status'], Tone> = { IN_PROGRESS: 'move', COMPLETED: 'ok', FAILED: 'bad' };

/** The exchanges: their columns and words; their address is in exchange-filters.ts. */
export const exchangeList: List<Exchange, ExchangeSearch> = {
  storage: 'exchange',
  live: { noun: 'exchange', timeOf: ({ createdAtUtc }) => createdAtUtc },
  caption: 'Exchanges',
  search: exchangeSearch,
  rowKey: ({ exchangeId }) => exchangeId,
  empty: () => ({ title: 'No exchanges yet', detail: 'Your exchanges appear here, with their rates.' }),
  columns: [
    {
      id: 'status',
      header: 'Status',
      width: 124,
      card: 'state',
      isFixed: true,
      cell: ({ status }) => <Tag tone={tones[status]}>{titleCase(status)}</Tag>,
      csv: [
        { header: 'Exchange id', cell: ({ exchangeId }) => exchangeId },
        { header: 'Status', cell: ({ status }) => status },
      ],
    },
    {
      id: 'sold',
      header: 'Sold',
      width: 124,
      align: 'end',
      card: 'who',
      isFixed: true,
      cell: ({ sellAmount, sellCurrency }) => <Money minor={sellAmount} currency={sellCurrency} />,
      csv: [
        { header: 'Sold', cell: ({ sellAmount }) => csvAmount(sellAmount) },
        { header: 'Sold currency', cell: ({ sellCurrency }) => sellCurrency },
      ],
    },
    {
      id: 'bought',
      header: 'Bought',
      width: 124,
      align: 'end',
      card: 'sum',
      strong: true,
      isFixed: true,
      cell: ({ buyAmount, buyCurrency }) => <Money minor={buyAmount} currency={buyCurrency} />,
      csv: [
        { header: 'Bought', cell: ({ buyAmount }) => csvAmount(buyAmount) },
        { header: 'Bought currency', cell: ({ buyCurrency }) => buyCurrency },
      ],
    },
    {
      id: 'rate',
      header: 'Rate',
      width: 190,
      soft: true,
      cell: (row) => <span className="num">{rateText(row)}</span>,
      csv: [
        { header: 'Rate', cell: ({ rate }) => rate },
        { header: 'Fee', cell: ({ fee }) => csvAmount(fee) },
      ],
    },
    {
      id: 'by',
      header: 'By',
      soft: true,
      cell: ({ createdBy }) => <bdi className="block truncate">{createdBy}</bdi>,
      csv: [{ header: 'By', cell: ({ createdBy }) => createdBy }],
    },
    timeColumn({
      id: 'created',
      header: 'Created',
      timeOf: ({ createdAtUtc }) => createdAtUtc,
      csv: [{ header: 'Created', isTime: true, cell: ({ createdAtUtc }) => createdAtUtc }],
    }),
  ],
};

/** All exchanges as a file, read by the list's own pages. */
export const exchangeFile = (scope: Scope) => ({
  name: 'exchanges',
  source: listCsv(exchangeList, async (page, signal) => {
    const { applicationId } = scope;
    const found = await call(listExchanges, { params: scope, query: { page, size: 100 }, signal, applicationId });
    return { rows: found.content, isLast: found.last };
  }),
});
