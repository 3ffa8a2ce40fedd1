import type { PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks.ts';
import { useEffect } from 'react';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Columns } from '#design/layout/columns.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { Section } from '#design/layout/section.tsx';
import { Timeline } from '#design/layout/timeline.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatDateTime, formatRelative, zoneName } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { deliveriesHref } from '#platform/hrefs.ts';
import { Permitted, usePermitted } from '#platform/session/use-session.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { PartError } from '#screen/part-error.tsx';
import { useCanDo } from '#screen/can-do.tsx';
import { rememberLeft } from '#features/pay-ins/list-position.ts';
import { PayInTags } from '#features/pay-ins/pay-in-tags.tsx';
import { payerName, payInWords } from '#features/pay-ins/pay-in-words.ts';
import { RefundButton } from './refund/refund-button.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentJson } from './payment-json.tsx';
import { isFailedFetch } from './payment-query.ts';
import { PaymentSteps } from './payment-steps.tsx';
import { RefundsSection } from './refunds-section.tsx';
import { paymentStory } from './story.ts';
import { useLivePayment } from './use-live-payment.ts';
import { WebhooksSection } from './webhooks-section.tsx';

interface PaymentPageProps {
  paymentId: string;
  listTitle: string;
  /** The list without a known place in it. */
  listHref: string;
  paymentHref: (paymentId: string) => string;
  onGo: (href: string) => void;
  /** Whose payment it is, where that is not plain from the frame. */
  merchantName?: ((row: PaymentListItem) => string | null) | undefined;
  /** Reads the merchants' names again; undefined unless they could not be read. */
  onNamesAgain?: (() => void) | undefined;
}

/** One payment: its state and sum first, then its story, then every fact about it. */
export function PaymentPage({ paymentId, merchantName, onNamesAgain, ...place }: PaymentPageProps) {
  const live = useLivePayment(paymentId);
  const { data: row, error: rowError } = live.payment;
  const { data: details, error, isFetching, refetch } = live.details;
  const zone = useZone();
  const now = useNow();
  const { onGo, listHref } = place;
  const maySeeLog = usePermitted(['EDIT_SETTINGS']);
  const canSeeLog = useCanDo(listWebhookDeliveries) && maySeeLog;
  useEffect(() => () => rememberLeft(paymentId), [paymentId]);
  const isGone = (!row && isFailedFetch(rowError)) || (!details && isFailedFetch(error));
  // §8: 'Failed to fetch data' leads back to the list; a later reading that fails leaves what stands.
  useEffect(() => {
    if (isGone) onGo(listHref);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it fails
  }, [isGone]);
  if (!row) return null;
  // The list of all merchants' payments has no application whose log could be opened.
  const logHref = merchantName || !canSeeLog ? undefined : logHrefOf(row);
  return (
    <>
      <PaymentSteps paymentId={paymentId} {...place} />
      <PaymentHead row={row} details={details} merchant={merchantName?.(row)} {...{ onNamesAgain, zone, now }} />
      {error && !details ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Columns aside={details ? <PaymentFacts row={row} details={details} /> : <Skeletons count={7} />}>
          <Section title="What happened">
            {details ? <Story row={row} details={details} zone={zone} /> : <Skeletons count={5} />}
          </Section>
          <RefundsSection row={row} zone={zone} zoneName={zoneName(zone)} logHref={logHref} />
          {details && <WebhooksSection events={details.events} zone={zone} logHref={logHref?.(paymentId)} />}
        </Columns>
      )}
    </>
  );
}

const logHrefOf =
  ({ applicationId }: PaymentListItem) =>
  (objectId: string) =>
    deliveriesHref(applicationId ? { objectId, applicationId } : { objectId });

interface HeadProps {
  row: PaymentListItem;
  details: PaymentDetails | undefined;
  merchant: string | null | undefined;
  onNamesAgain: (() => void) | undefined;
  zone: string;
  now: number;
}

function PaymentHead({ row, details, merchant, onNamesAgain, zone, now }: HeadProps) {
  const { amount, currency } = row.paymentRequest;
  return (
    <Hero
      tags={<PayInTags words={payInWords(row)} />}
      detail={
        <>
          {merchant && (
            <>
              to <bdi>{merchant}</bdi>{' '}
            </>
          )}
          {onNamesAgain && (
            <>
              to a merchant whose name could not be loaded (
              <button type="button" className="text-act hover:underline" onClick={onNamesAgain}>
                Try Again?
              </button>
              ){' '}
            </>
          )}
          from <bdi>{payerName(row) ?? 'an unnamed payer'}</bdi> ·{' '}
          <time dateTime={`${row.createdAt}Z`}>{formatDateTime(row.createdAt, zone, 'full')}</time>
          <span className="phone:hidden"> · {formatRelative(row.createdAt, new Date(now))}</span>
        </>
      }
      actions={
        <>
          <CopyButton text={row.paymentId}>Copy id</CopyButton>
          <PaymentJson row={row} details={details} />
          <Permitted anyOf={['EDIT_SETTINGS']}>
            <RefundButton row={row} />
          </Permitted>
        </>
      }
    >
      <h1 className="m-0 font-regular">
        <span className="sr-only">Payment of </span>
        <Money minor={amount} currency={currency} size="hero" />
      </h1>
    </Hero>
  );
}

function Story({ row, details, zone }: { row: PaymentListItem; details: PaymentDetails; zone: string }) {
  const lines = paymentStory({ row, details });
  const firstDay = lines[0]?.atUtc && formatDateTime(lines[0].atUtc, zone, 'date');
  return (
    <Timeline
      entries={lines.map(({ title, detail, tone, atUtc }, index) => ({
        id: String(index),
        title: <bdi>{title}</bdi>,
        detail: detail && <bdi>{detail}</bdi>,
        tone,
        // Another day than the first is said in full.
        time: atUtc && (
          <DateTime utc={atUtc} zone={zone} style={formatDateTime(atUtc, zone, 'date') === firstDay ? 'time' : 'row'} />
        ),
      }))}
    />
  );
}

function Skeletons({ count }: { count: number }) {
  return (
    <div className="late grid gap-4 py-2" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={`${[70, 90, 55, 80][index % 4] ?? 60}%`} />
      ))}
    </div>
  );
}
