import type { Currency } from '@volume/contract/money/money.ts';
import type { PaymentsSummary, Revenue } from '@volume/contract/balances/revenue.ts';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { Money } from '#design/text/money.tsx';
import { Figure } from '#features/explain/figure.tsx';
import {
  countPayIns,
  currenciesIn,
  growth,
  returnedIn,
  successRate,
  takenIn,
  takenStatuses,
  toWirePeriod,
} from './figures.ts';
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
        Array.from({ length: 4 }, (_, index) => (
          <Tile key={index} isBusy name={<Skeleton width={70} />} detail={<Skeleton width={120} />}>
            <Skeleton width={110} height={20} />
          </Tile>
        ))
      )}
    </div>
  );
});

function Tile({
  name,
  detail,
  children,
  isBusy,
}: Record<'name' | 'detail' | 'children', ReactNode> & { isBusy?: true }) {
  const tileClass =
    'block min-w-0 border-l border-line px-5 pt-4 pb-3.5 first:border-0 first:pl-0 max-[760px]:px-3 max-[760px]:odd:border-0 max-[760px]:odd:pl-0 max-[760px]:nth-[n+3]:border-t print:grow';
  return (
    <div role="group" aria-label={typeof name === 'string' ? name : undefined} className={tileClass} aria-busy={isBusy}>
      <span className="block text-label text-ink-3">{name}</span>
      <span className="my-0.5 block min-h-[33px] text-[26px] leading-tight font-strong tracking-[-.025em] max-[760px]:text-l print:text-[17px]">
        {children}
      </span>
      <span className="block min-h-5 text-label text-ink-3">{detail}</span>
    </div>
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
  const of = { ...toWirePeriod(now), currency };
  const list = { ...now, currencies: [currency], paymentStatuses: takenStatuses };
  const name = `Received in ${currency}`;
  return (
    <Tile
      name={name}
      detail={
        <>
          {/* Next to another figure, the change is short: the neighbours show what it is compared with. */}
          <Growth
            days={returned > 0 ? undefined : days}
            share={growth(taken.amount, takenIn(revenue, currency, before).amount)}
          />
          {returned > 0 && (
            <>
              <Figure
                of={{ figure: 'RETURNED', ...of }}
                name={`Returned in ${currency}`}
                shows={returned}
                href={payInsHref({ ...list, returnedFilter: 'RETURNED' })}
              >
                {formatMoney(returned, currency)}
              </Figure>{' '}
              returned
            </>
          )}
        </>
      }
    >
      <Figure of={{ figure: 'RECEIVED', ...of }} name={name} shows={taken.amount} href={payInsHref(list)}>
        <Money minor={taken.amount} currency={currency} size="l" />
      </Figure>
    </Tile>
  );
}

type Counts = FigureStripProps & { summary: PaymentsSummary; earlier: PaymentsSummary };

function Counted({ summary, earlier, now, days }: Counts) {
  const count = countPayIns(summary);
  return (
    <Tile name="Pay-ins" detail={<Growth days={days} share={growth(count, countPayIns(earlier))} />}>
      <Figure
        of={{ figure: 'PAY_INS', ...toWirePeriod(now) }}
        name="Pay-ins"
        shows={count}
        href={payInsHref({ ...now })}
      >
        {formatCount(count)}
      </Figure>
    </Tile>
  );
}

function Succeeded({ summary, earlier, now }: Counts) {
  const rate = successRate(summary);
  const failed = countPayIns(summary, ['FAILED']);
  const rateBefore = successRate(earlier);
  const failedHref = payInsHref({ ...now, paymentStatuses: ['FAILED'] });
  const points = rate === undefined || rateBefore === undefined ? undefined : (rate - rateBefore) * 100;
  return (
    <Tile
      name="Success rate"
      detail={
        <>
          {points !== undefined && <Change value={points} unit=" pt" />}
          {points !== undefined && ' · '}
          <Figure
            of={{ figure: 'FAILED', ...toWirePeriod(now) }}
            name="Failed pay-ins"
            shows={failed}
            href={failedHref}
          >
            {formatCount(failed)}
          </Figure>{' '}
          failed
        </>
      }
    >
      {rate === undefined ? (
        '–'
      ) : (
        <Figure
          of={{ figure: 'SUCCESS_RATE', ...toWirePeriod(now) }}
          name="Success rate"
          shows={rate}
          href={failedHref}
        >
          {(rate * 100).toFixed(1)}%
        </Figure>
      )}
    </Tile>
  );
}

function Growth({ share, days }: { share: number | undefined; days: string | undefined }) {
  if (days === undefined)
    return share === undefined ? null : (
      <>
        <Change value={share * 100} unit="%" /> ·{' '}
      </>
    );
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
