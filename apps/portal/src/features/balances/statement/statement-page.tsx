import { useQuery } from '@tanstack/react-query';
import type { StatementPage as Statement } from '@volume/contract/balances.ts';
import { useMemo } from 'react';
import { utcDay } from '#design/days/date-presets.ts';
import { PageHeader } from '#design/layout/page-header.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-count.ts';
import { Money } from '#design/text/money.tsx';
import { numberOf, providerOf } from '#features/balances/account-words.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { Actions, ListBody } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { balancesHref } from '#platform/hrefs.ts';
import { useNow } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { type StatementSearch, statementSearch } from './statement-filters.ts';
import { statementFile, statementList, statementQuery } from './statement-list.tsx';
import { StatementStrip } from './statement-strip.tsx';
import { balanceBefore } from './statement-words.ts';

interface StatementPageProps {
  scope: Scope;
  payInAccountId: number;
  search: StatementSearch;
  /** Merges a change into the address. */
  onChange: (change: Partial<StatementSearch>) => void;
}

/** What changed an account's balance in a period, between the balance before it and the one at its end. */
export function StatementPage({ scope, payInAccountId, search, onChange }: StatementPageProps) {
  const of = { scope, payInAccountId, today: utcDay(useNow()) };
  const options = statementQuery(of, search);
  const { data } = useQuery(options);
  const { data: accounts } = useQuery(payInAccountsQuery(scope));
  const account = accounts?.find(({ id }) => id === payInAccountId);
  const currency = data?.currency ?? '';
  const context = useMemo(() => ({ currency }), [currency]);
  const days = statementSearch.daysOf(search, of.today) ?? {};
  const list = {
    list: statementList,
    title: 'Statement',
    found: useFound(options),
    file: statementFile(of, search, account),
    context,
    search,
    onChange,
  };
  return (
    <>
      <PageHeader
        title="Statement"
        breadcrumbs={[
          { label: 'Balances', href: balancesHref() },
          { label: account ? `${account.forCurrency} · ${providerOf(account)}` : 'Account', href: balancesHref() },
          { label: 'Statement' },
        ]}
        aside={
          account && (
            <>
              <bdi>{account.accountHolderName}</bdi> · <IdText>{numberOf(account)}</IdText>
            </>
          )
        }
        actions={<Actions {...list} />}
      />
      <ListBody
        {...list}
        notice={<StatementStrip statement={data} days={days} today={of.today} />}
        foot={data && <BalanceBefore statement={data} from={days.from} />}
      />
    </>
  );
}

/** Stands under the oldest line of a page: what the next page ends with, or what the period began with. */
function BalanceBefore({ statement, from }: { statement: Statement; from: string | undefined }) {
  const { content, last, number, currency, openingBalance } = statement;
  const minor = last ? openingBalance : balanceBefore(content);
  // A page that is not there has nothing to begin with.
  if (minor === undefined || (content.length === 0 && number > 0)) return null;
  return (
    <p className="m-0 flex min-h-(--row) items-center justify-between gap-3 border-b border-line bg-sunken px-2.5 text-ink-2">
      <span>
        {last
          ? `Opening balance${from === undefined ? '' : `, ${formatDateTime(from, 'UTC', 'date')}`}`
          : `Balance brought forward from page ${formatCount(number + 2)}`}
      </span>
      <Money minor={minor} currency={currency} />
    </p>
  );
}
