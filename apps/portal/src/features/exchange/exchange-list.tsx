import type { Exchange } from '@volume/contract/exchange.ts';
import { Tag, type Tone } from '#design/feedback/tag.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { Money } from '#design/text/money.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { defineSearch } from '#lists/list-search.ts';
import type { List } from '#lists/list.ts';
import { rateText } from './exchange-words.ts';

/** Page and rows of the history; the call takes no filters. */
export const exchangeSearch = defineSearch({ filters: [] });

export type ExchangeSearch = ReturnType<typeof exchangeSearch.read>;

const tones: Record<Exchange['status'], Tone> = { IN_PROGRESS: 'move', COMPLETED: 'ok', FAILED: 'bad' };

/** The exchanges: their columns and words. */
export const exchangeList: List<Exchange, ExchangeSearch> = {
  storage: 'exchange',
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
    },
    {
      id: 'sold',
      header: 'Sold',
      width: 124,
      align: 'end',
      card: 'who',
      isFixed: true,
      cell: ({ sellAmount, sellCurrency }) => <Money minor={sellAmount} currency={sellCurrency} />,
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
    },
    { id: 'rate', header: 'Rate', width: 190, soft: true, cell: (row) => <span className="num">{rateText(row)}</span> },
    { id: 'by', header: 'By', soft: true, cell: ({ createdBy }) => <bdi className="block truncate">{createdBy}</bdi> },
    {
      id: 'created',
      header: 'Created',
      isTime: true,
      width: 136,
      soft: true,
      card: 'when',
      sort: 'descending',
      cell: ({ createdAtUtc }, { zone, now }) => <DateTime utc={createdAtUtc} zone={zone} now={new Date(now)} />,
    },
  ],
};
