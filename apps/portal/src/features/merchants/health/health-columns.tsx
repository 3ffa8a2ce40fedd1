import type { MerchantHealth } from '@volume/contract/merchant-health.ts';
import type { Merchant } from '@volume/contract/merchants.ts';
import type { Currency } from '@volume/contract/money.ts';
import type { ReactNode } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import type { MerchantSortKey } from '#features/merchants/merchant-search.ts';
import type { ListLook } from '#lists/list-table.tsx';
import { failedWords, gapName, gapSentence } from './health-words.ts';
import type { HealthById } from './health-query.ts';

interface HealthColumnOptions extends ListLook {
  /** Undefined while it is being read; null when it could not be. */
  healths: HealthById | undefined | null;
  by: (key: MerchantSortKey) => Pick<Column<Merchant>, 'sort' | 'onSort'>;
}

/** What the list tells of how merchants are doing; every order is an address. */
export function healthColumns({ healths, zone, zoneName, now, by }: HealthColumnOptions): Column<Merchant>[] {
  const cell = (show: (health: MerchantHealth) => ReactNode) => (merchant: Merchant) => {
    if (healths === undefined) return <Skeleton width="60%" />;
    const health = healths?.get(merchant.merchantId);
    return (health && show(health)) ?? dash;
  };
  const sum = (currency: Currency) => (health: MerchantHealth) => <Sum health={health} currency={currency} />;
  return [
    {
      id: 'gbp',
      header: 'GBP, 30 days',
      width: 134,
      align: 'end',
      strong: true,
      card: 'state',
      cell: cell(sum('GBP')),
      ...by('gbp'),
    },
    { id: 'eur', header: 'EUR, 30 days', width: 134, align: 'end', strong: true, cell: cell(sum('EUR')), ...by('eur') },
    { id: 'failed', header: 'Failed', width: 88, align: 'end', soft: true, cell: cell(failedWords), ...by('failed') },
    {
      id: 'last',
      header: `Last pay-in, ${zoneName}`,
      width: 152,
      soft: true,
      card: 'when',
      cell: cell(({ lastPaymentAtUtc: utc }) => utc && <DateTime utc={utc} zone={zone} now={new Date(now)} />),
      ...by('last'),
    },
    { id: 'gaps', header: 'Set-up', width: 150, cell: cell(({ gaps }) => <Gaps gaps={gaps} />) },
  ];
}

const dash = <span className="text-ink-3">–</span>;

/** On a phone's card the pounds stand for the whole, so the euros go along. */
function Sum({ health: { volumes }, currency }: { health: MerchantHealth; currency: Currency }) {
  const sumIn = (wanted: Currency) => {
    const volume = volumes.find((each) => each.currency === wanted);
    return volume && <Money minor={volume.amount} currency={wanted} />;
  };
  if (currency !== 'GBP') return sumIn(currency) ?? dash;
  const [pounds, euros] = [sumIn('GBP'), sumIn('EUR')];
  return (
    <>
      {pounds ?? <span className="phone:hidden">{dash}</span>}
      <span className="wide:hidden">
        {pounds && euros && ' · '}
        {euros ?? (pounds ? '' : 'No pay-ins in 30 days')}
      </span>
    </>
  );
}

function Gaps({ gaps: [first, ...others] }: { gaps: readonly string[] }) {
  if (first === undefined) return <span className="text-ink-3">Complete</span>;
  const all = [first, ...others];
  return (
    <span className="text-held" title={all.map(gapSentence).join('\n')}>
      <PersonName>{others.length === 0 ? gapName(first) : `${all.length} gaps`}</PersonName>
    </span>
  );
}
