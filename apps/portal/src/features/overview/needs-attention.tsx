import { useQuery } from '@tanstack/react-query';
import type { PayInQuery } from '@volume/contract/pay-ins.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks.ts';
import { ChevronRight } from 'lucide-react';
import { addDays } from '#design/days/date-presets.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { deliveriesHref, payInsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/money/scope.ts';
import { isPermittedNow } from '#platform/permitted.tsx';
import { useCanDo } from '#screen/can-do.tsx';
import { failingStates, failingWebhooksQuery, payInsQuery, type Told } from './overview-queries.ts';
import type { Period } from './takings/period.ts';

interface Concern {
  name: string;
  dot: string;
  period: Period;
  filter: Pick<Partial<PayInQuery>, 'heldFilter' | 'riskCategory' | 'refundedFilter' | 'paymentStatuses'>;
}

const lookBackDays = 90;

/** What waits for a person, each with the list it counts. A day is waited for whole: two days ago and before. */
function concernsOn(today: string): Concern[] {
  const period = { from: addDays(today, 1 - lookBackDays), to: today };
  // What was paid long ago may be refunded today.
  const lastYear = { from: addDays(today, -365), to: today };
  const beforeYesterday = { from: period.from, to: addDays(today, -2) };
  return [
    { name: 'Held for review', dot: 'bg-held', period, filter: { heldFilter: 'HELD' } },
    {
      name: 'High risk, not yet refunded',
      dot: 'bg-bad',
      period,
      filter: { riskCategory: ['HIGH'], refundedFilter: 'NOT_REFUNDED', paymentStatuses: ['COMPLETED', 'SETTLED'] },
    },
    { name: 'Refunds still open', dot: 'bg-move', period: lastYear, filter: { refundedFilter: 'REFUNDING' } },
    {
      name: 'Pending for more than a day',
      dot: 'bg-held',
      period: beforeYesterday,
      filter: { paymentStatuses: ['AUTHORIZED', 'PENDING'] },
    },
    {
      name: 'Failed today',
      dot: 'bg-bad',
      period: { from: today, to: today },
      filter: { paymentStatuses: ['FAILED'] },
    },
  ];
}

interface AttentionProps {
  told: Told;
  /** Undefined until the application is known. */
  scope: Scope | undefined;
  today: string;
}

/** What needs a person, of the last 90 days and, for refunds, of the last year. */
export function NeedsAttention({ told, scope, today }: AttentionProps) {
  const canSeeLog = useCanDo(listWebhookDeliveries) && isPermittedNow(['EDIT_SETTINGS']);
  return (
    <Section title="Needs attention">
      <ul className="num m-0 list-none border-t border-line p-0">
        {concernsOn(today).map((concern) => (
          <ConcernLine key={concern.name} told={told} concern={concern} />
        ))}
        {canSeeLog && scope && <FailingWebhooks scope={scope} today={today} />}
      </ul>
    </Section>
  );
}

function ConcernLine({ told, concern: { name, dot, period, filter } }: { told: Told; concern: Concern }) {
  const { data, error } = useQuery(payInsQuery(told, period, { ...filter, size: 1 }));
  const href = payInsHref({ ...period, ...filter });
  return <Line {...{ name, dot, href }} count={data?.totalElements} hasFailed={error !== null} />;
}

function FailingWebhooks({ scope, today }: { scope: Scope; today: string }) {
  const period = { from: addDays(today, 1 - lookBackDays), to: today };
  const { data, error } = useQuery(failingWebhooksQuery(scope, period));
  const href = deliveriesHref({ ...period, state: failingStates });
  const count = data?.totalElements;
  return <Line name="Webhooks failing" dot="bg-bad" href={href} count={count} hasFailed={error !== null} />;
}

interface LineProps {
  name: string;
  dot: string;
  /** The list that adds up to the count. */
  href: string;
  count: number | undefined;
  hasFailed: boolean;
}

function Line({ name, dot, href, count, hasFailed }: LineProps) {
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
          {count === undefined ? hasFailed ? '–' : <Skeleton width={18} /> : formatCount(count)}
        </span>
        <ChevronRight aria-hidden="true" className="text-ink-3" />
      </a>
    </li>
  );
}
