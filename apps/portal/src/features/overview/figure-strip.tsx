import type { Currency } from '@volume/contract/money/money.ts';
import type { PaymentsSummary, Revenue } from '@volume/contract/balances/revenue.ts';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { Money } from '#design/text/money.tsx';
import { countPayIns, currenciesIn, growth, returnedIn, successRate, takenIn, takenStatuses } from './figures.ts';
import type { Period } from './span.ts';
import { useReservedHeight } from '#lists/stored.ts';
import { payInsHref } from '#platform/hrefs.ts';

interface FigureStripProps {
  now: Period;
  before: Period;
  /** The length of both periods: `31 days`. */
  days: string;
  summary: PaymentsSummary | undefined;
  earlier: PaymentsSummary | undefined;
  revenue: Revenue | undefined;
}

export const FigureStrip = memo(function FigureStrip(props: FigureStripProps) {
  const { summary, earlier, revenue } = props;
  const height = useReservedHeight('figures', Boolean(summary && earlier && revenue));
  return (
    <div
      {...height}
      className="num mb-7 grid auto-cols-fr grid-flow-col border-y border-line max-[760px]:grid-flow-row max-[760px]:grid-cols-2 print:flex print:flex-wrap"
    >
      {summary && earlier && revenue ? (
        <>
          {currenciesIn(revenue).map((currency) => (
            <Taken key={currency} {...{ ...props, summary, revenue, currency }} />
          ))}
          <Counted {...{ ...props, summary, earlier }} />
          <Succeeded {...{ ...props, summary, earlier }} />
        </>
      ) : (
        Array.from({ length: 4 }, (_, place) => (
          <Tile key={place} name={<Skeleton width={70} />} detail={<Skeleton width={120} />}>
            <Skeleton width={110} height={20} />
          </Tile>
        ))
      )}
    </div>
  );
});

function Tile({ name, href, detail, children }: Record<'name' | 'detail' | 'children', ReactNode> & { href?: string }) {
  const tileClass =
    'block min-w-0 border-l border-line px-5 pt-4 pb-3.5 first:border-0 first:pl-0 hover:bg-hover max-[760px]:px-3 max-[760px]:odd:border-0 max-[760px]:odd:pl-0 max-[760px]:nth-[n+3]:border-t print:grow';
  return (
    <a className={tileClass} href={href} aria-busy={href === undefined ? true : undefined}>
      <span className="block text-label text-ink-3">{name}</span>
      <span className="my-0.5 block min-h-[33px] text-[26px] leading-tight font-strong tracking-[-.025em] max-[760px]:text-l print:text-[17px]">
        {children}
      </span>
      <span className="block min-h-5 text-label text-ink-3">{detail}</span>
    </a>
  );
}

function Taken({
  summary,
  revenue,
  currency,
  now,
  before,
  days,
}: FigureStripProps & { summary: PaymentsSummary; revenue: Revenue } & { currency: Currency }) {
  const taken = takenIn(revenue, currency, now);
  const returned = returnedIn(summary, currency, taken);
  return (
    <Tile
      name={`Received in ${currency}`}
      href={payInsHref({ ...now, currencies: [currency], paymentStatuses: takenStatuses })}
      detail={
        <>
          <Growth days={days} share={growth(taken.amount, takenIn(revenue, currency, before).amount)} />
          {returned > 0 && ` · ${formatMoney(returned, currency)} refunded or returned`}
        </>
      }
    >
      <Money minor={taken.amount} currency={currency} size="l" />
    </Tile>
  );
}

type Counts = FigureStripProps & { summary: PaymentsSummary; earlier: PaymentsSummary };

function Counted({ summary, earlier, now, days }: Counts) {
  return (
    <Tile
      name="Pay-ins"
      href={payInsHref({ ...now })}
      detail={<Growth days={days} share={growth(countPayIns(summary), countPayIns(earlier))} />}
    >
      {formatCount(countPayIns(summary))}
    </Tile>
  );
}

function Succeeded({ summary, earlier, now }: Counts) {
  const rate = successRate(summary);
  const rateBefore = successRate(earlier);
  const points = rate === undefined || rateBefore === undefined ? undefined : (rate - rateBefore) * 100;
  return (
    <Tile
      name="Success rate"
      href={payInsHref({ ...now, paymentStatuses: ['FAILED'] })}
      detail={
        <>
          {points !== undefined && <Change value={points} unit=" pt" />}
          {points !== undefined && ' · '}
          {formatCount(countPayIns(summary, ['FAILED']))} failed
        </>
      }
    >
      {rate === undefined ? '–' : `${(rate * 100).toFixed(1)}%`}
    </Tile>
  );
}

function Growth({ share, days }: { share: number | undefined; days: string }) {
  if (share === undefined) return `No data for the previous ${days}`;
  return (
    <>
      <Change value={share * 100} unit="%" /> vs previous {days}
    </>
  );
}

function Change({ value, unit }: { value: number; unit: string }) {
  const text = Math.abs(value).toFixed(1);
  if (text === '0.0') return <b className="font-medium text-ink-2">±0{unit}</b>;
  return value > 0 ? (
    <b className="font-medium text-ok">
      +{text}
      {unit}
    </b>
  ) : (
    <b className="font-medium text-bad">
      −{text}
      {unit}
    </b>
  );
}
