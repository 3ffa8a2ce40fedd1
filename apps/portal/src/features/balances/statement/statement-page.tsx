import { useQuery } from '@tanstack/react-query';
import {
  balanceBefore,
  mostDocumentLines,
  type PayInAccount,
  type StatementLine,
  type StatementPage as Statement,
} from '@volume/contract/balances/balances.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type OpenRange, utcDay } from '#design/days/date-presets.ts';
import { PageHeader } from '#design/layout/page-header.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { Money } from '#design/text/money.tsx';
import { numberOf } from '#features/balances/account-display.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { DocumentButton } from '#lists/export/document-button.tsx';
import { Actions, ListBody } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { balancesHref } from '#platform/hrefs.ts';
import { useNow } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { type StatementSearch, statementSearch } from './statement-filters.ts';
import { StatementFormats } from './statement-formats.tsx';
import { StatementMailButton } from './statement-mail.tsx';
import { Figure } from '#features/explain/figure.tsx';
import { lineHref, statementFiles, statementList, statementQuery } from './statement-list.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import type { ListChange } from '#lists/list.ts';

interface StatementPageProps {
  scope: Scope;
  payInAccountId: number;
  search: StatementSearch;
  onChange: ListChange<StatementSearch>;
}

export function StatementPage({ scope, payInAccountId, search, onChange }: StatementPageProps) {
  const of = { scope, payInAccountId, today: utcDay(useNow()) };
  const options = statementQuery(of, search);
  const { data } = useQuery(options);
  const accounts = useQuery(payInAccountsQuery(scope));
  const account = accounts.data?.find(({ id }) => id === payInAccountId);
  const lines = useLines(data?.currency ?? '');
  const days = statementSearch.daysOf(search, of.today) ?? {};
  const found = useFound(options);
  const files = statementFiles(of, search, account);
  const list = {
    list: statementList,
    title: 'Statement',
    found,
    file: files.rows,
    actions: (
      <>
        <DocumentButton {...files.document} days={days} disabledReason={documentDisabledReason(found.total)} />
        <StatementFormats
          {...{ scope, payInAccountId, days }}
          name={files.rows.name}
          period={statementSearch.toWire(search, of.today)}
          currency={data?.currency}
          lines={found.total}
        />
        <StatementMailButton {...{ scope, payInAccountId }} />
      </>
    ),
    ...lines,
    search,
    onChange,
  };
  return (
    <>
      <PageHeader
        title="Statement"
        breadcrumbs={[
          { label: 'Balances', href: balancesHref() },
          { label: account ? accountName(account) : 'Account', href: balancesHref() },
          { label: 'Statement' },
        ]}
        aside={
          <WhoseAccount account={account} onAgain={accounts.error && !accounts.data ? accounts.refetch : undefined} />
        }
        actions={<Actions {...list} />}
      />
      <ListBody
        {...list}
        notice={
          !found.error && (
            <StatementStrip statement={data} account={account} {...{ payInAccountId, days }} today={of.today} />
          )
        }
        foot={data && <BalanceBefore statement={data} {...{ payInAccountId, days }} />}
      />
    </>
  );
}

const useLines = (currency: string) => ({
  context: useMemo(() => ({ currency }), [currency]),
  rowHref: useCallback((line: StatementLine) => lineHref(line, currency), [currency]),
});

interface WhoseAccountProps {
  account: PayInAccount | undefined;
  /** Refetches the accounts; undefined unless loading them failed. */
  onAgain: (() => unknown) | undefined;
}

function WhoseAccount({ account, onAgain }: WhoseAccountProps) {
  if (onAgain) {
    return (
      <>
        The account’s name could not be loaded (
        <button type="button" className="text-act hover:underline" onClick={() => void onAgain()}>
          Try Again?
        </button>
        )
      </>
    );
  }
  if (!account) return null;
  return (
    <>
      <span className="hidden print:inline">
        <bdi>{account.accountHolderName}</bdi> ·{' '}
      </span>
      <IdText>{numberOf(account)}</IdText>
    </>
  );
}

const documentDisabledReason = (lines: number | undefined): string | undefined =>
  (lines ?? 0) > mostDocumentLines
    ? `A PDF holds ${formatCount(mostDocumentLines)} lines: choose a shorter period, or export it`
    : undefined;

interface Period {
  payInAccountId: number;
  /** The UTC days of the period; an open end is undefined. */
  days: OpenRange;
}

const figureOf = (
  figure: 'OPENING_BALANCE' | 'CLOSING_BALANCE' | 'MONEY_IN' | 'MONEY_OUT',
  { payInAccountId, days: { from, to } }: Period,
) => ({
  figure,
  payInAccountId: String(payInAccountId),
  startDateTimeUtc: from && `${from}T00:00:00.000`,
  endDateTimeUtc: to && `${to}T23:59:59.999`,
});

/** Below the oldest line of a page: the balance at the end of the next page, or the opening balance of the period. */
function BalanceBefore({ statement, payInAccountId, days }: Period & { statement: Statement }) {
  const { content, last, number, currency, openingBalance } = statement;
  const { from } = days;
  const minor = last ? openingBalance : balanceBefore(content);
  // A page that does not exist has no opening balance.
  if (minor === undefined || (content.length === 0 && number > 0)) return null;
  return (
    <p className="m-0 flex min-h-(--row) items-center justify-between gap-3 border-b border-line bg-sunken px-2.5 text-ink-2">
      <span>
        {last
          ? `Opening balance${from === undefined ? '' : `, ${formatDateTime(from, 'UTC', 'date')}`}`
          : `Balance brought forward from page ${formatCount(number + 2)}`}
      </span>
      {last ? (
        <Figure
          of={figureOf('OPENING_BALANCE', { payInAccountId, days })}
          name="Opening balance"
          shows={minor}
          align="end"
        >
          <Money minor={minor} currency={currency} />
        </Figure>
      ) : (
        <Money minor={minor} currency={currency} />
      )}
    </p>
  );
}

interface StatementStripProps extends Period {
  statement: Statement | undefined;
  account: PayInAccount | undefined;
  today: string;
}

function StatementStrip({ statement, account, today, ...period }: StatementStripProps) {
  const { from, to } = period.days;
  const isRunning = to === undefined || to >= today;
  const sum = (figure: Parameters<typeof figureOf>[0], name: string, minor: number | undefined) =>
    statement && minor !== undefined ? (
      <Figure of={figureOf(figure, period)} name={account ? `${name} in ${accountName(account)}` : name} shows={minor}>
        <Money minor={minor} currency={statement.currency} size="l" />
      </Figure>
    ) : (
      <Skeleton width={110} height={20} />
    );
  return (
    <dl className="num m-0 mb-7 grid auto-cols-fr grid-flow-col border-y border-line max-[760px]:grid-flow-row max-[760px]:grid-cols-2 print:flex print:flex-wrap">
      <Tile name={withDay('Opening balance', from)} detail={from === undefined ? '' : 'at 00:00 UTC'}>
        {sum('OPENING_BALANCE', 'Opening balance', statement?.openingBalance)}
      </Tile>
      <Tile name="Money in" detail={statement && entriesText(statement.linesIn)}>
        {sum('MONEY_IN', 'Money in', statement?.moneyIn)}
      </Tile>
      <Tile name="Money out" detail={statement && entriesText(statement.linesOut)}>
        {sum('MONEY_OUT', 'Money out', statement?.moneyOut)}
      </Tile>
      <Tile name={withDay('Closing balance', isRunning ? today : to)} detail={isRunning ? 'so far' : 'at 24:00 UTC'}>
        {sum('CLOSING_BALANCE', 'Closing balance', statement?.closingBalance)}
      </Tile>
    </dl>
  );
}

const withDay = (text: string, day: string | undefined): string =>
  day === undefined ? text : `${text}, ${formatDateTime(day, 'UTC', 'date')}`;

const entriesText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

function Tile({ name, detail, children }: { name: string; detail: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0 border-l border-line px-5 pt-4 pb-3.5 first:border-0 first:pl-0 max-[760px]:px-3 max-[760px]:odd:border-0 max-[760px]:odd:pl-0 max-[760px]:nth-[n+3]:border-t print:grow">
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="m-0">
        <span className="my-0.5 block min-h-[33px]">{children}</span>
        <span className="block min-h-5 text-label text-ink-3">{detail}</span>
      </dd>
    </div>
  );
}
