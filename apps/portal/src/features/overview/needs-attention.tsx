import { useQuery } from '@tanstack/react-query';
import { listApprovals } from '@volume/contract/approvals/approvals.ts';
import type { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { reviewPayment } from '@volume/contract/pay-ins/notes.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { memo } from 'react';
import { addDays } from '#design/days/date-presets.ts';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { statusOf } from '#platform/errors.ts';
import { waitingQuery } from '#features/approvals/approvals-query.ts';
import { isShownLow } from '#features/balances/account-display.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { FoundFigure } from '#features/pay-ins/found-figure.tsx';
import { approvalsHref, balancesHref, deliveriesHref, payInsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { useCanDo, useCapability } from '#platform/calls/capabilities.ts';
import { PartError } from '#lists/part-error.tsx';
import { useReservedHeight } from '#lists/stored.ts';
import { Lines } from './attention-lines.tsx';
import { failingStates, failingWebhooksQuery, payInsOf, payInsQuery, type OverviewScope } from './overview-queries.ts';
import { toFailedOrderLine, useFailedOrders } from './failed-orders.ts';
import type { Period } from './span.ts';

interface AttentionItem {
  name: string;
  dot: string;
  period: Period;
  filter: Pick<Partial<PayInQuery>, 'heldFilter' | 'riskCategory' | 'refundedFilter' | 'paymentStatuses'>;
  includesReviewed?: true;
}

const lookBackDays = 90;

/**
 * What needs attention, each with the filters of the list that it counts. A payment is stuck after a whole day, so the
 * period ends two days ago.
 */
function attentionItemsOn(today: string) {
  const period = { from: addDays(today, -lookBackDays), to: today };
  // An old payment may have been refunded today.
  const lastYear = { from: addDays(today, -365), to: today };
  const beforeYesterday = { from: period.from, to: addDays(today, -2) };
  return {
    held: { name: 'Held for review', dot: 'bg-held', period, filter: { heldFilter: 'HELD' } },
    risky: {
      name: 'High risk, not yet refunded',
      dot: 'bg-bad',
      period,
      filter: { riskCategory: ['HIGH'], refundedFilter: 'NOT_REFUNDED', paymentStatuses: ['COMPLETED', 'SETTLED'] },
    },
    refunding: {
      name: 'Refunds in progress',
      dot: 'bg-move',
      period: lastYear,
      filter: { refundedFilter: 'REFUNDING' },
      includesReviewed: true,
    },
    stuck: {
      name: 'Pending for more than a day',
      dot: 'bg-held',
      period: beforeYesterday,
      filter: { paymentStatuses: ['AUTHORIZED', 'PENDING'] },
    },
    failed: {
      name: 'Failed today',
      dot: 'bg-bad',
      period: { from: today, to: today },
      filter: { paymentStatuses: ['FAILED'] },
    },
  } satisfies Record<string, AttentionItem>;
}

interface AttentionProps {
  owner: OverviewScope;
  scope: Scope | undefined;
  today: string;
}

/** Covers 90 days and, for refunds, the last year. Shows the error card if any count failed. */
export const NeedsAttention = memo(function NeedsAttention({ owner, scope, today }: AttentionProps) {
  const { held, risky, refunding, stuck, failed } = attentionItemsOn(today);
  const approvals = useWaitingApprovals(scope);
  const low = useLowBalances(scope);
  const webhooks = useFailingWebhooks(scope, today);
  const failedOrders = useFailedOrders(scope, today);
  const canReview = useCapability(reviewPayment);
  const lines = [
    useAttentionItem(owner, held, canReview),
    useAttentionItem(owner, risky, canReview),
    useAttentionItem(owner, refunding, canReview),
    useAttentionItem(owner, stuck, canReview),
    useAttentionItem(owner, failed, canReview),
    ...[approvals, low, webhooks].filter(({ isAvailable }) => isAvailable),
    // A filter that the provider does not support (400) removes only its own line.
  ].filter(({ count: { error, data } }) => data || statusOf(error) !== 400);
  const reviewed = useReviewed(owner, held.period, canReview);
  const counts = [
    ...lines.map(({ count }) => count),
    ...(canReview === true ? [reviewed] : []),
    ...(failedOrders.isAvailable ? [failedOrders.found] : []),
  ];
  const isCounted = counts.every(({ data }) => data);
  const lost = counts.filter(({ error, data }) => error && !data);
  const height = useReservedHeight('attention', isCounted);
  return (
    <Section title="Needs attention">
      {lost[0] ? (
        <PartError
          error={lost[0].error}
          busy={lost.some(({ isFetching }) => isFetching)}
          onRetry={() => lost.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <div {...height}>
          <Lines
            lines={
              isCounted
                ? [
                    ...(failedOrders.found.data ?? []).map(toFailedOrderLine),
                    ...lines.map(({ count: { data }, ...line }) => ({
                      ...line,
                      count: data?.totalElements ?? 0,
                      isAtLeast: isAtLeast(data),
                    })),
                  ]
                : undefined
            }
          />
          {isCounted && <Reviewed count={reviewed.data?.totalElements ?? 0} period={held.period} />}
        </div>
      )}
    </Section>
  );
});

/** Counts payments that were not reviewed yet, if the deployment supports reviews; waits until that is known. */
function useAttentionItem(owner: OverviewScope, item: AttentionItem, canReview: boolean | undefined) {
  const { name, dot, period, includesReviewed } = item;
  const open = canReview === true && !includesReviewed ? ({ reviewedFilter: 'NOT_REVIEWED' } as const) : {};
  const filter = { ...item.filter, ...open };
  const query = payInsQuery(owner, period, { ...filter, size: 1 });
  const count = useQuery({ ...query, enabled: canReview !== undefined });
  const explain = (total: string, shows: number | undefined) => (
    <FoundFigure query={payInsOf(owner, period, { ...filter, size: 1 })} {...{ name, shows }} align="end">
      {total}
    </FoundFigure>
  );
  return { name, dot, href: payInsHref({ ...period, ...filter }), count, explain };
}

const onlyReviewed = { reviewedFilter: 'REVIEWED' } as const;

function useReviewed(owner: OverviewScope, period: Period, canReview: boolean | undefined) {
  return useQuery({ ...payInsQuery(owner, period, { ...onlyReviewed, size: 1 }), enabled: canReview === true });
}

function Reviewed({ count, period }: { count: number; period: Period }) {
  if (count === 0) return null;
  return (
    <p className="num mt-2.5 mb-0 text-ink-3">
      <TextLink href={payInsHref({ ...period, ...onlyReviewed })}>
        {formatCount(count)} reviewed in the last {lookBackDays} days
      </TextLink>
    </p>
  );
}

function useWaitingApprovals(scope: Scope | undefined) {
  const isAvailable = useCanDo(listApprovals) && scope !== undefined;
  const query = waitingQuery(scope?.merchantId ?? '');
  const count = useQuery({ ...query, enabled: isAvailable });
  const href = approvalsHref({ state: ['WAITING'] });
  return { name: 'Waiting for approval', dot: 'bg-move', href, count, isAvailable };
}

/** Accounts below their low balance threshold; shares its request with the balances. */
function useLowBalances(scope: Scope | undefined) {
  const count = useQuery({
    ...payInAccountsQuery(scope ?? { merchantId: '', applicationId: '' }),
    enabled: scope !== undefined,
    select: (accounts) => ({ totalElements: accounts.filter(isShownLow).length }),
  });
  // A failed request is reported by the balances section.
  const isAvailable = scope !== undefined && !count.error;
  return { name: 'Low balances', dot: 'bg-held', href: balancesHref(), count, isAvailable };
}

function useFailingWebhooks(scope: Scope | undefined, today: string) {
  const maySee = usePermitted(['EDIT_SETTINGS']);
  const isAvailable = useCanDo(listWebhookDeliveries) && maySee && scope !== undefined;
  const period = { from: addDays(today, -lookBackDays), to: today };
  const query = failingWebhooksQuery(scope ?? { merchantId: '', applicationId: '' }, period);
  const count = useQuery({ ...query, enabled: isAvailable });
  const href = deliveriesHref({ ...period, state: failingStates });
  return { name: 'Webhooks failing', dot: 'bg-bad', href, count, isAvailable };
}

/** Only growing lists stop counting at a maximum. */
const isAtLeast = (page: object | undefined): boolean =>
  page !== undefined && 'isTotalAtLeast' in page && page.isTotalAtLeast === true;
