import { useQuery } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { listPayIns, type PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { Icon } from '#design/icon.tsx';
import ArrowDownLeft from 'lucide/dist/esm/icons/arrow-down-left.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import { useEffect, useState } from 'react';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { titleCase } from '#design/text/format-text.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { adminPaymentHref, adminPaymentsHref, payInHref, payInsHref } from '#platform/hrefs.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';
import { searchRefusal } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { payInKeys } from '#platform/queries/shared-keys.ts';
import { isWorthRetrying } from '#platform/calls/retries.ts';
import { useZone } from '#platform/preferences.ts';
import { merchantIdInCalls } from '#platform/session/session.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import type { PaletteItem } from './palette-item.ts';

const pauseMs = 200;
const shown = 6;
/** Shorter texts are the beginnings of a command more often than a search: they are searched for when chosen. */
const shortest = 3;

export interface FoundPayments {
  items: PaletteItem[];
  isBusy: boolean;
  /** Set when the search failed; tries again. */
  retry: (() => void) | undefined;
  /** The API's sentence about a search text that is too short for it. */
  refusal: string | undefined;
}

/** Payments by any of their ids, references or their payer (§7 globalSearch), once typing pauses. */
export function useFoundPayments(text: string, isAcrossMerchants: boolean): FoundPayments {
  const typed = text.trim();
  const zone = useZone();
  const mayView = usePermitted(mayViewPayments);
  const isWanted = typed.length >= shortest && mayView;
  const isShort = typed !== '' && !isWanted && mayView;
  const settled = useSettled(typed);
  const session = useSession();
  const merchantId = isAcrossMerchants ? undefined : merchantIdInCalls(session);
  const query = {
    globalSearch: settled,
    page: 0,
    size: shown,
    sort: 'createdAt,desc',
    includeNewPayments: true,
  } as const;
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: payInKeys.of('found', settled, merchantId),
    queryFn: ({ signal }) => call(listPayIns, { query: { ...query, merchantId }, signal }),
    enabled: isWanted && settled === typed,
    // Someone waits with the fingers on the keys: one more try, then words.
    retry: (failures, failed) => failures < 1 && isWorthRetrying(failed),
  });
  const { data: merchants } = useQuery({ ...merchantsQuery(), enabled: isWanted && isAcrossMerchants });
  const names = new Map(merchants?.map((merchant) => [merchant.merchantId, merchant.companyName]));
  const ownId = session.kind === 'none' || isAcrossMerchants ? undefined : session.merchantId;
  const applications = useApplicationNames(isWanted ? ownId : undefined);
  const all = toList(typed, isAcrossMerchants);
  if (!isWanted) return { items: isShort ? [all] : [], isBusy: false, retry: undefined, refusal: undefined };
  const isBusy = settled !== typed || isFetching;
  const rows = isBusy ? [] : (data?.content ?? []);
  const refusal = isBusy ? undefined : searchRefusal(error);
  return {
    items:
      rows.length > 0
        ? [
            ...rows.map((row) => {
              const application = applications.get(row.applicationId ?? '');
              return toItem(row, { isAcrossMerchants, merchant: names.get(row.merchantId ?? ''), application, zone });
            }),
            all,
          ]
        : [],
    isBusy,
    retry: error && !isBusy && refusal === undefined ? () => void refetch() : undefined,
    refusal,
  };
}

/** The names of the merchant's applications, when there are several. */
function useApplicationNames(merchantId: string | undefined): Map<string, string> {
  const { data: merchant } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: merchantId !== undefined });
  const { applications = [] } = merchant ?? {};
  if (applications.length < 2) return new Map();
  return new Map(applications.map(({ applicationId, applicationName }) => [applicationId, applicationName]));
}

interface Whose {
  isAcrossMerchants: boolean;
  merchant: string | undefined;
  application: string | undefined;
  zone: string;
}

function toItem(row: PaymentListItem, { isAcrossMerchants, merchant, application, zone }: Whose): PaletteItem {
  const { paymentId, paymentRequest, payer, paymentStatus, applicationId, createdAt } = row;
  const sum = formatMoney(paymentRequest.amount, paymentRequest.currency);
  const href = isAcrossMerchants
    ? adminPaymentHref(paymentId)
    : payInHref(paymentId, applicationId ? { applicationId } : undefined);
  return {
    id: paymentId,
    words: paymentId,
    name: `Payment of ${sum}, ${paymentId.slice(-8)}`,
    icon: <Icon of={ArrowDownLeft} />,
    label: (
      <>
        <span className="num">{sum}</span> from <bdi>{payer?.name ?? 'an unnamed payer'}</bdi>{' '}
        <span className="text-ink-3">
          {merchant === undefined ? (
            <IdText>{row.merchantPaymentId ?? paymentRequest.reference ?? paymentId.slice(-8)}</IdText>
          ) : (
            <bdi>to {merchant}</bdi>
          )}
        </span>
      </>
    ),
    hint: (
      <>
        {application !== undefined && (
          <>
            <bdi>{application}</bdi> ·{' '}
          </>
        )}
        {titleCase(paymentStatus)} · {formatDateTime(createdAt, zone, 'date')}
      </>
    ),
    action: { href },
  };
}

function toList(searchFilter: string, isAcrossMerchants: boolean): PaletteItem {
  const list = isAcrossMerchants ? 'All payments' : 'Pay-ins';
  return {
    id: 'all-found',
    words: '',
    icon: <Icon of={Search} />,
    label:
      searchFilter.length < shortest ? (
        <>
          Search {list} for “<bdi>{searchFilter}</bdi>”
        </>
      ) : (
        `Show all in ${list}`
      ),
    action: { href: isAcrossMerchants ? adminPaymentsHref({ searchFilter }) : payInsHref({ searchFilter }) },
  };
}

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
