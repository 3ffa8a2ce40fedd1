import { useQuery } from '@tanstack/react-query';
import type { PayInQuery } from '@volume/contract/pay-ins.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks.ts';
import { ChevronRight } from 'lucide-react';
import { addDays } from '#design/days/date-presets.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { deliveriesHref, payInsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { PartError } from '#screen/part-error.tsx';
import { failingStates, failingWebhooksQuery, payInsQuery, type OverviewScope } from './overview-queries.ts';
import type { Period } from './revenue/period.ts';

interface Concern {
  name: string;
  dot: string;
  period: Period;
  filter: Pick<Partial<PayInQuery>, 'heldFilter' | 'riskCategory' | 'refundedFilter' | 'paymentStatuses'>;
}

const lookBackDays = 90;

/** What waits for a person, each with the list it counts. A day is waited for whole: two days ago and before. */
function concernsOn(today: string) {
  const period = { from: addDays(today, 1 - lookBackDays), to: today };
  // What was paid long ago may be refunded today.
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
  } satisfies Record<string, Concern>;
}

interface AttentionProps {
  whose: OverviewScope;
  /** Undefined until the application is known. */
  scope: Scope | undefined;
  today: string;
}

/** What needs a person, of the last 90 days and, for refunds, of the last year: all of it or, where some could not be counted, the card. */
export function NeedsAttention({ whose, scope, today }: AttentionProps) {
  const { held, risky, refunding, stuck, failed } = concernsOn(today);
  const webhooks = useFailingWebhooks(scope, today);
  const lines = [
    useConcern(whose, held),
    useConcern(whose, risky),
    useConcern(whose, refunding),
    useConcern(whose, stuck),
    useConcern(whose, failed),
    ...(webhooks.isThere ? [webhooks] : []),
  ];
  const lost = lines.filter(({ count: { error, data } }) => error && !data).map(({ count }) => count);
  return (
    <Section title="Needs attention">
      {lost[0] ? (
        <PartError
          error={lost[0].error}
          busy={lost.some(({ isFetching }) => isFetching)}
          onRetry={() => lost.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <ul className="num m-0 list-none border-t border-line p-0">
          {lines.map(({ name, dot, href, count }) => (
            <Line key={name} {...{ name, dot, href }} count={count.data?.totalElements} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function useConcern(whose: OverviewScope, { name, dot, period, filter }: Concern) {
  const count = useQuery(payInsQuery(whose, period, { ...filter, size: 1 }));
  return { name, dot, href: payInsHref({ ...period, ...filter }), count };
}

/** The log of deliveries is there where the deployment has it, for those who may see it. */
function useFailingWebhooks(scope: Scope | undefined, today: string) {
  const maySee = usePermitted(['EDIT_SETTINGS']);
  const isThere = useCanDo(listWebhookDeliveries) && maySee && scope !== undefined;
  const period = { from: addDays(today, 1 - lookBackDays), to: today };
  const query = failingWebhooksQuery(scope ?? { merchantId: '', applicationId: '' }, period);
  const count = useQuery({ ...query, enabled: isThere });
  const href = deliveriesHref({ ...period, state: failingStates });
  return { name: 'Webhooks failing', dot: 'bg-bad', href, count, isThere };
}

interface LineProps {
  name: string;
  dot: string;
  /** The list that adds up to the count. */
  href: string;
  /** Undefined while it is counted. */
  count: number | undefined;
}

function Line({ name, dot, href, count }: LineProps) {
  return (
    <li className="border-b border-line">
      <a
        className="flex min-h-[39px] items-center gap-2.5 hover:bg-hover"
        href={href}
        aria-label={count === undefined ? name : `${name}: ${formatCount(count)}`}
      >
        <span aria-hidden="true" className={`size-1.5 shrink-0 rounded-full ${count === 0 ? 'bg-line-2' : dot}`} />
        <span className={count === 0 ? 'text-ink-3' : ''}>{name}</span>
        <span className="ml-auto font-medium">
          {count === undefined ? <Skeleton width={18} /> : formatCount(count)}
        </span>
        <ChevronRight aria-hidden="true" className="text-ink-3" />
      </a>
    </li>
  );
}
