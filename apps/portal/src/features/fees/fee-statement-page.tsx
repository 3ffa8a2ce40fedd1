import { useQuery } from '@tanstack/react-query';
import { exportFees, type FeeStatement, getFeeDocument } from '@volume/contract/balances/fees.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import type { Crumb } from '#design/layout/breadcrumbs.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { streamed } from '#lists/export/csv-source.ts';
import { DocumentButton } from '#lists/export/document-button.tsx';
import { ExportButton } from '#lists/export/export-button.tsx';
import { PartError } from '#lists/part-error.tsx';
import { FeeLines, type FeePaymentsHref } from './fee-lines.tsx';
import { feeStatementQuery } from './fee-queries.ts';
import { lastDayOf } from './fee-search.ts';
import { MonthChoice, monthName } from './month-choice.tsx';

interface FeeStatementPageProps {
  merchantId: string;
  month: string;
  breadcrumbs: readonly Crumb[];
  hrefOf: FeePaymentsHref;
  onMonth: (month: string) => void;
  /** Further sentences below the lines. */
  notes?: readonly string[];
  /** For administrators: explanations name the merchant. */
  isForAll?: boolean;
}

/** The fees of a merchant for a month, by currency (contract §8, Fees). */
export function FeeStatementPage(props: FeeStatementPageProps) {
  const { merchantId, month, breadcrumbs, hrefOf, onMonth, notes = [], isForAll = false } = props;
  const { data, error, isFetching, refetch } = useQuery(feeStatementQuery(merchantId, month));
  return (
    <>
      <PageHeader
        title={`Fees, ${monthName(month)}${data?.isSoFar ? ' so far' : ''}`}
        breadcrumbs={breadcrumbs}
        aside={data && <bdi>{data.companyName}</bdi>}
        actions={<MonthChoice {...{ month }} onChange={onMonth} />}
      />
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <Statement statement={data} {...{ hrefOf, notes, isForAll }} />
      ) : (
        <SkeletonLines count={6} />
      )}
    </>
  );
}

interface StatementProps {
  statement: FeeStatement;
  hrefOf: FeePaymentsHref;
  notes: readonly string[];
  isForAll: boolean;
}

function Statement({ statement, hrefOf, notes, isForAll }: StatementProps) {
  const { currencies, month, merchantId } = statement;
  const of = { figure: 'FEES', month, merchantId: isForAll ? merchantId : undefined } as const;
  const days = { from: `${month}-01`, to: lastDayOf(month) };
  return (
    <>
      {currencies.map((fees) => (
        <Section
          key={fees.currency}
          title={fees.currency}
          action={<Files {...{ statement }} currency={fees.currency} count={fees.count} />}
        >
          <FeeLines {...{ fees, days, hrefOf }} total={{ ...of, currency: fees.currency }} />
        </Section>
      ))}
      {currencies.length === 0 && (
        <EmptyState
          title={`No fees for ${monthName(month)}`}
          detail="No pay-in that was made in this month was completed."
        />
      )}
      <ul className="num m-0 grid max-w-[72ch] list-none gap-1.5 p-0 text-label text-ink-3">
        {[...rules, ...changesOf(statement), ...notes].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function Files({ statement, currency, count }: { statement: FeeStatement; currency: Currency; count: number }) {
  const { merchantId, month } = statement;
  const parts = { params: { merchantId }, query: { month, currency } };
  const name = `fees-${currency}-${month}`;
  return (
    <span className="flex gap-2">
      <ExportButton
        {...{ name }}
        source={streamed(exportFees, parts)}
        total={count}
        label={`Export the fees in ${currency}`}
      />
      <DocumentButton {...{ name }} source={streamed(getFeeDocument, parts)} />
    </span>
  );
}

const rules = [
  'The fee of a pay-in is its amount times the rate of the day on which it was made, in UTC. Only the total is rounded, half up.',
  'A refund gives no fee back. A pay-in that was returned to its payer after it was held has no fee.',
];

/** Whether and how the statement can still change. */
function changesOf({ underWay, isSoFar }: FeeStatement): string[] {
  const later = 'Pay-ins that are returned to their payers later still leave it.';
  if (underWay === 0) return [isSoFar ? `The month has not ended. ${later}` : later];
  const sentence =
    underWay === 1
      ? '1 pay-in of this month is still under way: it counts in this month when it is completed.'
      : `${formatCount(underWay)} pay-ins of this month are still under way: each counts in this month when it is completed.`;
  return [`${sentence} ${later}`];
}
