import {
  exportStatement,
  getStatement,
  getStatementDocument,
  lineLabel,
  type PayInAccount,
  type StatementLine,
} from '@volume/contract/balances/balances.ts';
import { queryOptions } from '@tanstack/react-query';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { statementFileName } from '#features/balances/account-display.ts';
import { streamed } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { exchangeHref, payInHref, payoutsHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { statementKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { type StatementSearch, statementSearch } from './statement-filters.ts';

interface StatementContext {
  currency: string;
}

export const statementList: List<StatementLine, StatementSearch, StatementContext> = {
  storage: 'statement',
  caption: 'Statement',
  search: statementSearch,
  rowKey: ({ id }) => id,
  rowLabel: (line) => (line.counterparty === null ? lineLabel(line) : `${lineLabel(line)}, ${line.counterparty}`),
  empty: () => ({ title: 'No movements in this period' }),
  columns: [
    {
      id: 'at',
      header: 'Booked',
      isTime: true,
      width: 112,
      soft: true,
      card: 'when',
      isFixed: true,
      cell: ({ atUtc }, { zone, now }) => <DateTime utc={atUtc} zone={zone} now={new Date(now)} />,
    },
    { id: 'kind', header: 'Kind', width: 110, card: 'state', isFixed: true, cell: lineLabel },
    {
      id: 'party',
      header: 'From or to',
      card: 'who',
      cell: ({ counterparty, kind }) =>
        counterparty === null ? (
          <span className="text-ink-3">{kind === 'FEE' ? 'Volume' : '–'}</span>
        ) : (
          <span className="block truncate">
            <bdi>{counterparty}</bdi>
          </span>
        ),
    },
    {
      id: 'reference',
      header: 'Reference',
      width: 140,
      givesWay: 1,
      mono: true,
      soft: true,
      cell: ({ reference }) => (reference ? <IdText>{reference}</IdText> : '–'),
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 96,
      align: 'end',
      card: 'sum',
      strong: true,
      isFixed: true,
      cell: ({ amount, balanceAfter }, { currency }) => (
        <>
          <Money minor={amount} currency={currency} signed />
          <span className="block text-label font-regular text-ink-3 wide:hidden">
            Balance <Money minor={balanceAfter} currency={currency} />
          </span>
        </>
      ),
    },
    {
      id: 'balance',
      header: 'Balance',
      width: 96,
      align: 'end',
      soft: true,
      isFixed: true,
      cell: ({ balanceAfter }, { currency }) => <Money minor={balanceAfter} currency={currency} />,
    },
  ],
};

interface Account {
  scope: Scope;
  payInAccountId: number;
  /** The UTC day. */
  today: string;
}

export function statementQuery({ scope, payInAccountId, today }: Account, search: StatementSearch) {
  const query = statementSearch.toPage(search, today);
  const what = `${payInAccountId} ${query.from} ${query.to}`;
  return queryOptions({
    queryKey: statementKeys.of(scope, what, query),
    queryFn: ({ signal }) =>
      call(getStatement, { params: { ...scope, payInAccountId }, query, signal, applicationId: scope.applicationId }),
    // Keeps previous data only for the same account and period.
    placeholderData: (page, asked) => (asked?.queryKey[2] === what ? page : undefined),
  });
}

/** Exports of all lines in the period, as rows and as a document, named by the account's currency and number. */
export function statementFiles(
  { scope, payInAccountId, today }: Account,
  search: StatementSearch,
  account: PayInAccount | undefined,
) {
  const name = statementFileName(account);
  const parts = { params: { ...scope, payInAccountId }, query: statementSearch.toWire(search, today) };
  return {
    rows: { name, source: streamed(exportStatement, parts) },
    document: { name, source: streamed(getStatementDocument, parts) },
  };
}

/** The page of what was booked: the payment, the payout next to its list, or the exchanges; undefined when there is none. */
export function lineHref(
  { paymentId, payoutPaymentId, exchangeId }: StatementLine,
  currency: string,
): string | undefined {
  if (paymentId !== null) return payInHref(paymentId);
  if (payoutPaymentId !== null) return payoutsHref({ payout: payoutPaymentId, currency: currency as 'GBP' });
  return exchangeId === null ? undefined : exchangeHref();
}
