import { useQuery } from '@tanstack/react-query';
import { noValue } from '@volume/contract/pay-ins/labels.ts';
import { getPaymentFailures, type PaymentFailures } from '@volume/contract/balances/revenue.ts';
import { memo, type ReactNode, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { utcHourText } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { Figure } from '#features/explain/figure.tsx';
import { toWirePeriod } from './figures.ts';
import type { Period } from './span.ts';
import { useWalk } from './revenue-chart.tsx';
import { failuresQuery, type OverviewScope } from './overview-queries.ts';

/** All further lines are summed up in one. */
const mostLines = 5;

/** Failed payments by reason, bank and hour; nothing when there are none or the deployment cannot report them. */
export const FailuresSection = memo(function FailuresSection({
  owner,
  now,
  failed,
}: {
  owner: OverviewScope;
  now: Period;
  failed: number;
}) {
  const isAvailable = useCanDo(getPaymentFailures) && failed > 0;
  const { data, error, isFetching, refetch } = useQuery({ ...failuresQuery(owner, now), enabled: isAvailable });
  if (!isAvailable) return null;
  const hrefOf: HrefOf = (only) => payInsHref({ ...now, paymentStatuses: ['FAILED'], ...only });
  const link = (
    <TextLink href={hrefOf({})}>{failed === 1 ? 'The failed pay-in' : `All ${formatCount(failed)} failed`}</TextLink>
  );
  return (
    <Section title="Why payments fail" action={link}>
      {data ? <Failures failures={data} {...{ hrefOf, now }} /> : error ? null : <Skeleton height={180} />}
      {!data && error && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
    </Section>
  );
});

interface Only {
  institutionId?: string;
  failureReason?: string;
  failureHour?: string;
}
type HrefOf = (only: Only) => string;

/** A longer text, or one whose spaces the address would trim, cannot be filtered for exactly. */
const isExact = (text: string): boolean => text.length <= 200 && text.trim() === text && !/\p{Cc}/u.test(text);

function Failures({ failures, hrefOf, now }: { failures: PaymentFailures; hrefOf: HrefOf; now: Period }) {
  const { count, reasons, banks, hours } = failures;
  return (
    <div className="grid gap-x-9 gap-y-6 border-t border-line pt-3 min-[900px]:grid-cols-2">
      <Shares
        title="By reason"
        lines={reasons.map(({ reason, count }) => {
          const failureReason = reason ?? noValue;
          return {
            name: reason ?? 'No reason given',
            count,
            only: isExact(failureReason) ? { failureReason } : undefined,
          };
        })}
        {...{ hrefOf, now }}
        whole={count}
      />
      <Shares
        title="By bank"
        lines={banks.map(({ name, institutionId, count }) => ({
          name: name ?? institutionId ?? 'No bank chosen',
          count,
          only: { institutionId: institutionId ?? noValue },
        }))}
        {...{ hrefOf, now }}
        whole={count}
      />
      <div className="min-[900px]:col-span-2">
        <Hours hours={hours} whole={count} hrefOf={hrefOf} />
      </div>
    </div>
  );
}

interface Line {
  name: string;
  count: number;
  /** The filter with exactly these; undefined where there is none. */
  only: Only | undefined;
  /** Many small values together, whose bar would look like the largest. */
  isRest?: boolean;
}

interface SharesProps {
  title: string;
  lines: readonly Line[];
  whole: number;
  hrefOf: HrefOf;
  now: Period;
}

function Shares({ title, lines, whole, hrefOf, now }: SharesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const hasMore = !isWhole && lines.length > mostLines;
  const shown = hasMore ? lines.slice(0, mostLines - 1) : lines;
  const rest = whole - shown.reduce((sum, { count }) => sum + count, 0);
  const all = rest > 0 ? [...shown, { name: 'All others', count: rest, only: undefined, isRest: true }] : shown;
  return (
    <Part title={title}>
      <ul className="num m-0 list-none p-0">
        {all.map(({ name, count, only, isRest }) => (
          <li key={name} className={`py-1 ${isRest ? 'text-ink-3' : ''}`}>
            <span className="flex justify-between gap-3">
              <bdi className="min-w-0 [overflow-wrap:anywhere]">
                {only ? <TextLink href={hrefOf(only)}>{name}</TextLink> : name}
              </bdi>
              <span className="whitespace-nowrap">
                {only ? (
                  <Figure
                    of={{ figure: 'FAILED', ...toWirePeriod(now), ...only }}
                    name={`Failed: ${name}`}
                    shows={count}
                    href={hrefOf(only)}
                    align="end"
                  >
                    {formatCount(count)}
                  </Figure>
                ) : (
                  formatCount(count)
                )}{' '}
                <span className="text-ink-3">· {shareText(count, whole)}</span>
              </span>
            </span>
            {!isRest && (
              <span
                aria-hidden="true"
                className="mt-1 block h-1 rounded-small bg-chart-1 forced:bg-[CanvasText]"
                style={{ width: `${(count / Math.max(1, whole)) * 100}%` }}
              />
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="quiet" size="s" className="-ml-2.5" onClick={() => setIsWhole(true)}>
          Show all {formatCount(lines.length)}
        </Button>
      )}
    </Part>
  );
}

function Hours({ hours, whole, hrefOf }: Pick<PaymentFailures, 'hours'> & { whole: number; hrefOf: HrefOf }) {
  const { at, setAt, walk } = useWalk(hours.length);
  const most = Math.max(1, ...hours.map(({ count }) => count));
  const worst = hours.find(({ count }) => count === most);
  return (
    <Part title="By hour, UTC">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one tab stop, with arrow keys inside */}
      <div role="group" aria-label="Failed by hour, UTC" className="flex h-16" onKeyDown={walk}>
        {hours.map(({ hour, count }, place) => {
          const label = `${utcHourText(hour)}: ${formatCount(count)}`;
          return (
            <a
              key={hour}
              href={hrefOf({ failureHour: String(hour) })}
              title={label}
              aria-label={label}
              tabIndex={place === at ? 0 : -1}
              onFocus={() => setAt(place)}
              className="flex flex-1 items-end rounded-small px-px hover:bg-[color-mix(in_srgb,var(--act)_8%,transparent)]"
            >
              <span
                className="block w-full rounded-small bg-chart-1 forced:bg-[CanvasText]"
                style={{ height: `${Math.max(2, (count / most) * 100)}%`, opacity: count === 0 ? 0.25 : 1 }}
              />
            </a>
          );
        })}
      </div>
      <p aria-hidden="true" className="num m-0 mt-1 flex justify-between text-s text-ink-3">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
      {worst && (
        <p className="m-0 mt-1.5 text-label text-ink-3">
          Most from {utcHourText(worst.hour)}: {formatCount(worst.count)} of {formatCount(whole)}.
        </p>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="m-0 mb-1.5 text-label font-medium text-ink-3">{title}</h3>
      {children}
    </div>
  );
}

const shareText = (count: number, whole: number): string => `${((count / Math.max(1, whole)) * 100).toFixed(0)}%`;
