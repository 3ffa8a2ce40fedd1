import type { MerchantHealth } from '@volume/contract/merchants/health.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { dash, moneyCell, nameCell, timeCell } from '#design/table/cells.tsx';
import { formatCount } from '#design/text/format-text.ts';
import type { List, ListColumn, ListTime } from '#lists/list.ts';
import { figureCell } from '#features/explain/figure-cell.tsx';
import type { HealthById } from './health/health-query.ts';
import { type MerchantSearch, merchantSearch } from './merchant-filters.ts';
import { currenciesOf, failedShareText, formatFee, gapName, gapSentence } from './merchant-labels.ts';

interface MerchantContext {
  /** The merchant whose pages the administrator has open. */
  openedId: string | undefined;
  onOpen: (merchant: Merchant) => void;
  /** Whether this deployment reports merchants' health; otherwise the list shows more of their settings. */
  hasHealth: boolean;
  /** Whether this deployment explains figures. */
  canExplain: boolean;
  /** Undefined while loading, null when loading failed. */
  healths: HealthById | undefined | null;
}

type MerchantColumn = ListColumn<Merchant, MerchantContext>;

/** Shared by all cells that wait. */
const waiting = Skeleton({ width: '60%' });

const health = ({
  show,
  ...column
}: Omit<MerchantColumn, 'cell'> & {
  show: (health: MerchantHealth, context: ListTime & Pick<MerchantContext, 'canExplain'>) => ReactNode;
}): MerchantColumn => ({
  ...column,
  isShown: ({ hasHealth }) => hasHealth,
  cell: ({ merchantId }, { healths, ...context }) => {
    if (healths === undefined) return waiting;
    const found = healths?.get(merchantId);
    return (found && show(found, context)) ?? dash;
  },
});

export const merchantList: List<Merchant, MerchantSearch, MerchantContext> = {
  storage: 'merchant',
  search: merchantSearch,
  rowKey: ({ merchantId }) => merchantId,
  empty: () => ({ title: 'No merchants yet', detail: 'Merchants appear here as soon as one signs up.' }),
  noMatch: { title: 'No merchants match this search', clear: 'Show all merchants' },
  columns: [
    {
      id: 'company',
      header: 'Company',
      card: 'who',
      strong: true,
      isFixed: true,
      cell: ({ companyName, merchantId, email }, { openedId, hasHealth, healths }) =>
        companyCell({
          name: companyName,
          email: hasHealth ? email : null,
          isOpen: merchantId === openedId,
          isDisabled: Boolean(healths?.get(merchantId)?.disabled),
          openRequests: healths?.get(merchantId)?.openRequests ?? 0,
        }),
      csv: [
        { header: 'Merchant id', cell: ({ merchantId }) => merchantId },
        { header: 'Company', cell: ({ companyName }) => companyName },
      ],
    },
    {
      id: 'email',
      header: 'Email',
      soft: true,
      card: 'state',
      isShown: ({ hasHealth }) => !hasHealth,
      fits: true,
      cell: ({ email }) => nameCell(email),
      csv: [{ header: 'Email', cell: ({ email }) => email }],
    },
    {
      id: 'currencies',
      header: 'Currencies',
      width: 84,
      soft: true,
      isShown: ({ hasHealth }) => !hasHealth,
      cell: ({ applications }) => currenciesOf(applications) || '–',
      csv: [{ header: 'Currencies', cell: ({ applications }) => currenciesOf(applications) }],
    },
    health({
      id: 'gbp',
      header: 'GBP, 30 days',
      width: 100,
      align: 'end',
      strong: true,
      card: 'state',
      isRaised: true,
      show: (found, { canExplain }) => poundsCell(found, canExplain),
    }),
    health({
      id: 'eur',
      header: 'EUR, 30 days',
      width: 100,
      align: 'end',
      strong: true,
      isRaised: true,
      show: (found, { canExplain }) => sumIn('EUR', found, canExplain),
    }),
    health({ id: 'failed', header: 'Failed', width: 66, givesWay: 4, align: 'end', soft: true, show: failedShareText }),
    health({
      id: 'last',
      header: 'Last pay-in',
      isTime: true,
      width: 112,
      soft: true,
      card: 'when',
      show: ({ lastPaymentAtUtc: utc }, time) => utc && timeCell(utc, time),
    }),
    health({ id: 'gaps', header: 'Set-up', width: 102, givesWay: 3, show: ({ gaps }) => gapsCell(gaps) }),
    {
      id: 'applications',
      header: 'Applications',
      width: 84,
      givesWay: 2,
      align: 'end',
      card: ({ hasHealth }) => (hasHealth ? undefined : 'when'),
      cell: ({ applications }) => countCell(applications.length),
      csv: [{ header: 'Applications', cell: ({ applications }) => applications.length }],
    },
    {
      id: 'fee',
      header: 'Fee',
      width: 56,
      givesWay: 1,
      align: 'end',
      soft: true,
      cell: ({ paymentFlatFeeInPercentage }) => formatFee(paymentFlatFeeInPercentage),
      csv: [{ header: 'Fee, %', cell: ({ paymentFlatFeeInPercentage }) => paymentFlatFeeInPercentage }],
    },
    {
      id: 'open',
      header: 'Open',
      isHeaderHidden: true,
      width: 72,
      align: 'end',
      card: 'sum',
      fits: true,
      isRaised: true,
      isFixed: true,
      cell: (merchant, { onOpen }) => (
        <Button
          size="s"
          className="phone:-my-1"
          aria-label={`Open ${merchant.companyName}`}
          onClick={() => onOpen(merchant)}
        >
          Open
        </Button>
      ),
    },
  ],
};

interface Company {
  name: string;
  email: string | null;
  isOpen: boolean;
  isDisabled: boolean;
  openRequests: number;
}

/** The name and, where the email has no column, the email below: two lines that fit a row of normal height. */
function companyCell({ name, email, isOpen, isDisabled, openRequests }: Company) {
  return (
    <span className="flex items-center gap-x-2 leading-[1.25]">
      <span className="min-w-0">
        {nameCell(name, true)}
        {(isDisabled || email) && (
          <span
            className={`block truncate text-s font-regular text-ink-3 ${isDisabled ? '' : 'phone:hidden'}`}
            title={email ?? undefined}
          >
            {isDisabled && <span className="font-medium text-held">Disabled</span>}
            {email && (
              <span className="phone:hidden">
                {isDisabled && ' · '}
                <bdi>{email}</bdi>
              </span>
            )}
          </span>
        )}
      </span>
      {openRequests > 0 && Tag({ tone: 'held', children: openRequests === 1 ? 'Request' : `${openRequests} requests` })}
      {isOpen && Tag({ tone: 'calm', children: 'Open now' })}
    </span>
  );
}

/** A phone's card has no header, so the noun is added. */
function countCell(count: number) {
  return (
    <>
      {formatCount(count)}
      <span className="wide:hidden"> {count === 1 ? 'application' : 'applications'}</span>
    </>
  );
}

function sumIn(currency: Currency, { merchantId, volumes }: MerchantHealth, canExplain: boolean) {
  const volume = volumes.find((each) => each.currency === currency);
  const sum = volume && moneyCell(volume.amount, currency);
  if (!sum || !canExplain) return sum;
  return figureCell({ figure: 'MERCHANT_VOLUME', merchantId, currency }, `Received in ${currency}`, sum);
}

/** A phone's card has no column for euros, so they are added. */
function poundsCell(health: MerchantHealth, canExplain: boolean) {
  const [pounds, euros] = [sumIn('GBP', health, canExplain), sumIn('EUR', health, canExplain)];
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

function gapsCell([first, ...others]: readonly string[]) {
  if (first === undefined) return <span className="text-ink-3">Complete</span>;
  const all = [first, ...others];
  return (
    <span className="text-held" title={all.map(gapSentence).join('\n')}>
      {nameCell(others.length === 0 ? gapName(first) : `${all.length} gaps`)}
    </span>
  );
}
