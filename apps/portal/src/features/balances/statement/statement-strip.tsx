import type { StatementPage } from '@volume/contract/balances.ts';
import type { ReactNode } from 'react';
import type { OpenRange } from '#design/days/date-presets.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';

interface StatementStripProps {
  statement: StatementPage | undefined;
  /** The UTC days of the period, open ends left out. */
  days: OpenRange;
  today: string;
}

/** The period in four figures: what it began with, what came in, what went out, what it ended with. */
export function StatementStrip({ statement, days: { from, to }, today }: StatementStripProps) {
  const isRunning = to === undefined || to >= today;
  const sum = (minor: number | undefined) =>
    statement && minor !== undefined ? (
      <Money minor={minor} currency={statement.currency} size="l" />
    ) : (
      <Skeleton width={110} height={20} />
    );
  return (
    <dl className="num m-0 mb-7 grid auto-cols-fr grid-flow-col border-y border-line max-[760px]:grid-flow-row max-[760px]:grid-cols-2">
      <Figure name={withDay('Opening balance', from)} detail={from === undefined ? '' : 'at 00:00 UTC'}>
        {sum(statement?.openingBalance)}
      </Figure>
      <Figure name="Money in" detail={statement && countText(statement.linesIn, 'credit')}>
        {sum(statement?.moneyIn)}
      </Figure>
      <Figure name="Money out" detail={statement && countText(statement.linesOut, 'debit')}>
        {sum(statement?.moneyOut)}
      </Figure>
      <Figure name={withDay('Closing balance', isRunning ? today : to)} detail={isRunning ? 'so far' : 'at 24:00 UTC'}>
        {sum(statement?.closingBalance)}
      </Figure>
    </dl>
  );
}

const withDay = (words: string, day: string | undefined): string =>
  day === undefined ? words : `${words}, ${formatDateTime(day, 'UTC', 'date')}`;

const countText = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function Figure({ name, detail, children }: { name: string; detail: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0 border-l border-line px-5 pt-4 pb-3.5 first:border-0 first:pl-0 max-[760px]:px-3 max-[760px]:odd:border-0 max-[760px]:odd:pl-0 max-[760px]:nth-[n+3]:border-t">
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="m-0">
        <span className="my-0.5 block min-h-[33px]">{children}</span>
        <span className="block min-h-5 text-label text-ink-3">{detail}</span>
      </dd>
    </div>
  );
}
