import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { bookExchange, type Exchange, listExchanges } from '@volume/contract/balances/exchange.ts';
import { Spinner } from '#design/feedback/spinner.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { CanDo, useCapability } from '#platform/calls/capabilities.ts';
import { balanceHiddenReason } from '#features/balances/account-display.ts';
import { AccountFigure } from '#features/balances/account-figure.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ListSection } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { call } from '#platform/provider-api.ts';
import { exchangeKeys } from './use-exchange.ts';
import { Permitted } from '#platform/session/use-session.ts';
import type { Scope } from '#platform/scope.ts';
import { ExchangeForm } from './exchange-form.tsx';
import { accountLabel, availableIn, rateText } from './exchange-labels.ts';
import { type ExchangeSearch, exchangeSearch } from './exchange-filters.ts';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { Section } from '#design/layout/section.tsx';
import { Money } from '#design/text/money.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { timeColumn } from '#lists/list-table.tsx';
import { csvAmount } from '@volume/contract/lists/csv.ts';
import { Tag } from '#design/feedback/tag.tsx';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { titleCase } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import { listCsv } from '#lists/export/csv-source.ts';

interface ExchangePageProps {
  scope: Scope;
  search: ExchangeSearch;
  onChange: ListChange<ExchangeSearch>;
}

/** Exchanges money between the application's accounts; shown once the accounts have loaded (§2). */
export function ExchangePage({ scope, search, onChange }: ExchangePageProps) {
  const { data, error } = useQuery(payInAccountsQuery(scope));
  const canBook = useCapability(bookExchange);
  if (!data) {
    if (error) throw error;
    return (
      <div className="grid min-h-[50vh] place-items-center">
        <Spinner />
      </div>
    );
  }
  return (
    <>
      <PageHeader title="Exchange" />
      <div className="mb-10">
        {canBook === true && (
          <ExchangeForm scope={scope} accounts={data.filter(({ isVirtualAccount }) => isVirtualAccount)} />
        )}
        {canBook === false && <ExchangeAccounts accounts={data} />}
      </div>
      <CanDo call={listExchanges}>
        <Permitted anyOf={['EDIT_SETTINGS']}>
          <ExchangeHistory {...{ scope, search, onChange }} />
        </Permitted>
      </CanDo>
    </>
  );
}

function exchangesQuery(scope: Scope, search: ExchangeSearch) {
  const query = exchangeSearch.toPage(search, '');
  return queryOptions({
    queryKey: exchangeKeys.of(scope, query),
    queryFn: ({ signal }) => call(listExchanges, { params: scope, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
  });
}

const context = {};

function ExchangeHistory({ scope, search, onChange }: ExchangePageProps) {
  const found = useFound(exchangesQuery(scope, search));
  return (
    <div className="phone:[&_td[data-card=who]]:!text-left">
      <ListSection
        list={exchangeList}
        title="History"
        file={exchangeFile(scope)}
        {...{ search, found, context, onChange }}
      />
    </div>
  );
}

/** The accounts and their available balances, for deployments without exchange (contract §9). */
function ExchangeAccounts({ accounts }: { accounts: readonly PayInAccount[] }) {
  return (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-7">
      <Notice tone="info" title="Exchange is not available yet">
        Your accounts and their available balances are shown below.
      </Notice>
      <Section title="Accounts">
        <ul className="num m-0 list-none p-0">
          {accounts.map((account) => (
            <li key={account.id} className="flex min-h-row items-center gap-4 border-t border-line py-2">
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{account.accountHolderName}</bdi>
                <span className="block truncate text-label text-ink-3">{accountLabel(account)}</span>
              </span>
              <Available account={account} />
            </li>
          ))}
        </ul>
        {accounts.length === 0 && <p className="m-0 text-ink-3">No accounts yet.</p>}
      </Section>
    </div>
  );
}

function Available({ account }: { account: PayInAccount }) {
  const available = availableIn(account);
  if (available === undefined) return <span className="text-label text-ink-3">{balanceHiddenReason(account)}</span>;
  return (
    <span className="text-right">
      <AccountFigure figure="AVAILABLE" account={account} minor={available} />
      <span className="block text-label text-ink-3">available</span>
    </span>
  );
}

const tones: Record<Exchange['status'], Tone> = { IN_PROGRESS: 'move', COMPLETED: 'ok', FAILED: 'bad' };

const exchangeList: List<Exchange, ExchangeSearch> = {
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
      cell: ({ status }) => <Tag tone={tones[status] ?? 'calm'}>{titleCase(status)}</Tag>,
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
      givesWay: 1,
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
      cell: (row) => <bdi className="block truncate">{personText(row, 'createdBy')}</bdi>,
      csv: [{ header: 'By', cell: (row) => personText(row, 'createdBy') }],
    },
    timeColumn({
      id: 'created',
      header: 'Created',
      timeOf: ({ createdAtUtc }) => createdAtUtc,
      csv: [{ header: 'Created', isTime: true, cell: ({ createdAtUtc }) => createdAtUtc }],
    }),
  ],
};

/** Exports all exchanges by reading the list page by page. */
const exchangeFile = (scope: Scope) => ({
  name: 'exchanges',
  source: listCsv(exchangeList, async (at, signal) => {
    const { applicationId } = scope;
    const found = await call(listExchanges, { params: scope, query: at, signal, applicationId });
    return { rows: found.content, isLast: found.last };
  }),
});
