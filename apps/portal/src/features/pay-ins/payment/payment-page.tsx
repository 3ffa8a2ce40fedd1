import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import type { PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPaymentNotes } from '@volume/contract/pay-ins/notes.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { type ReactNode, useEffect } from 'react';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { Timeline } from '#design/layout/timeline.tsx';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { TextWithEmails } from '#design/text/email-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { rememberReturnKey } from '#features/pay-ins/list-position.ts';
import { isFailedFetch } from '#features/pay-ins/pay-in-queries.ts';
import { useAttention } from '#features/pay-ins/notes/notes-query.ts';
import { payerName } from '#features/pay-ins/pay-in-labels.ts';
import { useDocumentTitle } from '#platform/document-title.ts';
import { deliveriesHref, requestsHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { PartError } from '#lists/part-error.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentHead } from './payment-head.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { RefundsSection } from './refunds-section.tsx';
import { canAskAgain, paymentStory } from './story.ts';
import { useLivePayment } from './use-live-payment.ts';
import { WebhooksSection } from './webhooks-section.tsx';

interface PaymentPageProps {
  paymentId: string;
  listTitle: string;
  /** The list to return to when the position in a list is unknown. */
  listHref: string;
  paymentHref: (paymentId: string) => string;
  receiptHref: string;
  onGo: (href: string) => void;
  /** Renders the button that sends a new payment link to a payer who was not charged. */
  sendLink?: ((row: PaymentListItem) => ReactNode) | undefined;
  /** The merchant's name where the frame does not show it; undefined while it is loading. */
  merchantName?: ((row: PaymentListItem) => string | null | undefined) | undefined;
  /** Refetches the merchants' names; undefined unless loading them failed. */
  onNamesAgain?: (() => void) | undefined;
  /** The merchant with its accounts; undefined while it is loading. */
  findMerchant?: ((row: PaymentListItem) => Merchant | undefined) | undefined;
}

export function PaymentPage(props: PaymentPageProps) {
  const { paymentId, merchantName, onNamesAgain, findMerchant, sendLink, receiptHref, ...place } = props;
  const live = useLivePayment(paymentId);
  const { data: row, error: rowError } = live.payment;
  const { data: details, error, isFetching, refetch } = live.details;
  const zone = useZone();
  const now = useNow();
  const { onGo, listHref } = place;
  const maySeeLog = usePermitted(['EDIT_SETTINGS']);
  const canSeeLog = useCanDo(listWebhookDeliveries) && maySeeLog;
  useDocumentTitle(row && titleOf(row));
  useEffect(() => () => rememberReturnKey(paymentId), [paymentId]);
  const isGone = (!row && isFailedFetch(rowError)) || (!details && isFailedFetch(error));
  // §8: 'Failed to fetch data' redirects to the list. A later refetch that fails keeps the shown data.
  useEffect(() => {
    if (isGone) onGo(listHref);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when the request fails
  }, [isGone]);
  if (!row) return null;
  const merchant = findMerchant?.(row);
  // The administrators' list of payments has no application whose log could be opened.
  const logHref = merchantName || !canSeeLog ? undefined : toLogHref(row);
  return (
    <>
      <PaymentSteps paymentId={paymentId} {...place} />
      <PaymentHead
        row={row}
        details={details}
        merchant={merchantName ? merchantName(row) : null}
        {...{ onNamesAgain, receiptHref, zone, now }}
      />
      {error && !details ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Columns aside={details ? <PaymentFacts {...{ row, details, merchant }} /> : <SkeletonLines count={7} />}>
          <Section title="What happened" action={logHref && <RequestsLink {...row} />}>
            {details ? <Story {...{ row, details, zone }} /> : <SkeletonLines count={5} />}
            {details && sendLink && canAskAgain({ row, details }) && (
              <div className="mt-4 pl-[26px] print:hidden">{sendLink(row)}</div>
            )}
          </Section>
          <RefundsSection {...{ row, zone, logHref }} zoneName={zoneName(zone)} merchantId={details?.merchantId} />
          {details && <WebhooksSection events={details.events} zone={zone} logHref={logHref?.(paymentId)} />}
          {details && <Notes row={row} zone={zone} />}
        </Columns>
      )}
    </>
  );
}

/** Not the endpoint itself, which would load its schemas with this page. */
const requestLog = { method: 'GET', path: 'merchants/{}/applications/{}/requests', origin: 'ours' } as const;

/** The calls of the merchant's server that name the payment or made its link. */
function RequestsLink({ paymentId, applicationId }: PaymentListItem) {
  if (!useCanDo(requestLog) || !applicationId) return null;
  return <TextLink href={requestsHref({ objectId: paymentId, applicationId })}>Your server’s calls</TextLink>;
}

const loadNotes = () => import('#features/pay-ins/notes/notes-section.tsx').then((module) => module.NotesSection);

/** Last on the page, so that nothing moves when it loads late. */
function Notes({ row, zone }: { row: PaymentListItem; zone: string }) {
  const { part: NotesSection, load } = useLazy(loadNotes);
  const isSupported = useCanDo(getPaymentNotes);
  useEffect(() => {
    if (isSupported) load();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once the capability is known
  }, [isSupported]);
  return NotesSection && <NotesSection key={row.paymentId} {...{ row, zone }} />;
}

const titleOf = (row: PaymentListItem): string =>
  [formatMoney(row.paymentRequest.amount, row.paymentRequest.currency), payerName(row)].filter(Boolean).join(' ');

const toLogHref =
  ({ applicationId }: PaymentListItem) =>
  (objectId: string) =>
    deliveriesHref(applicationId ? { objectId, applicationId } : { objectId });

interface StoryProps {
  row: PaymentListItem;
  details: PaymentDetails;
  zone: string;
}

function Story({ row, details, zone }: StoryProps) {
  const isReviewed = useAttention(row, useNow()).review?.isCurrent === true;
  const lines = paymentStory({ row, details }, { isReviewed });
  const firstDay = lines[0]?.atUtc && formatDateTime(lines[0].atUtc, zone, 'date');
  return (
    <Timeline
      entries={lines.map(({ title, detail, tone, atUtc }, index) => ({
        id: String(index),
        // Our sentence runs from left to right, even if it begins with a right-to-left name; names in it are isolated.
        title: <span dir="ltr">{title}</span>,
        detail: detail && (
          <span dir="ltr">
            <TextWithEmails>{detail}</TextWithEmails>
          </span>
        ),
        tone,
        // A day other than the first is written in full.
        time: atUtc && (
          <DateTime utc={atUtc} zone={zone} style={formatDateTime(atUtc, zone, 'date') === firstDay ? 'time' : 'row'} />
        ),
      }))}
    />
  );
}
