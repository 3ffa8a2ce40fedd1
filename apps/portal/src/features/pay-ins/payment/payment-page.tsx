import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInPage, PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPaymentNotes } from '@volume/contract/pay-ins/notes.ts';
import { receiptStatuses } from '@volume/contract/pay-ins/receipts.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#design/icon.tsx';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { Timeline } from '#design/layout/timeline.tsx';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { formatDateTime, formatRelative, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { Money } from '#design/text/money.tsx';
import { rememberReturnKey } from '#features/pay-ins/list-position.ts';
import { isFailedFetch, payInPageKeys, paymentDetailsQuery, paymentQuery } from '#features/pay-ins/pay-in-queries.ts';
import { PayInTags } from '#features/pay-ins/status-tag.tsx';
import { payerName, payInLabels } from '#features/pay-ins/pay-in-labels.ts';
import { RefundButton } from '#features/pay-ins/refund.tsx';
import { liveInterval, onLiveChange } from '#lists/live/live-interval.ts';
import { useDocumentTitle } from '#platform/document-title.ts';
import { deliveriesHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { PartError } from '#lists/part-error.tsx';
import { PaidMerchant, type PaidMerchantProps } from './paid-merchant.tsx';
import { PaymentFacts, PaymentJson } from './payment-facts.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { RefundsSection } from './refunds-section.tsx';
import { canAskAgain, paymentStory } from './story.ts';
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
}

export function PaymentPage(props: PaymentPageProps) {
  const { paymentId, merchantName, onNamesAgain, sendLink, receiptHref, ...place } = props;
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
        <Columns aside={details ? <PaymentFacts row={row} details={details} /> : <SkeletonLines count={7} />}>
          <Section title="What happened">
            {details ? <Story row={row} details={details} zone={zone} /> : <SkeletonLines count={5} />}
            {details && sendLink && canAskAgain({ row, details }) && (
              <div className="mt-4 pl-[26px] print:hidden">{sendLink(row)}</div>
            )}
          </Section>
          <RefundsSection
            row={row}
            zone={zone}
            zoneName={zoneName(zone)}
            merchantId={details?.merchantId}
            logHref={logHref}
          />
          {details && <WebhooksSection events={details.events} zone={zone} logHref={logHref?.(paymentId)} />}
          {details && <Notes row={row} zone={zone} />}
        </Columns>
      )}
    </>
  );
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

interface HeadProps extends PaidMerchantProps {
  row: PaymentListItem;
  details: PaymentDetails | undefined;
  receiptHref: string;
  zone: string;
  now: number;
}

function PaymentHead({ row, details, merchant, onNamesAgain, receiptHref, zone, now }: HeadProps) {
  const { amount, currency } = row.paymentRequest;
  return (
    <Hero
      tags={<PayInTags labels={payInLabels(row)} />}
      detail={
        <>
          <PaidMerchant {...{ merchant, onNamesAgain }} /> from <bdi>{payerName(row) ?? 'an unnamed payer'}</bdi> ·{' '}
          <time dateTime={`${row.createdAt}Z`}>{formatDateTime(row.createdAt, zone, 'full')}</time>
          <span className="phone:hidden"> · {formatRelative(row.createdAt, new Date(now))}</span>
        </>
      }
      actions={
        <>
          <CopyButton text={row.paymentId}>Copy id</CopyButton>
          <PaymentJson row={row} details={details} />
          {receiptStatuses.includes(row.paymentStatus) && (
            <Button icon={<Icon of={FileText} />} href={receiptHref}>
              Receipt
            </Button>
          )}
          <RefundButton row={row} />
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
        // Our sentence runs from left to right, whatever it begins with; the names in it are isolated.
        title: <span dir="ltr">{title}</span>,
        detail: detail && <span dir="ltr">{detail}</span>,
        tone,
        // A day other than the first is written in full.
        time: atUtc && (
          <DateTime utc={atUtc} zone={zone} style={formatDateTime(atUtc, zone, 'date') === firstDay ? 'time' : 'row'} />
        ),
      }))}
    />
  );
}

const finalStatuses: readonly PaymentListItem['paymentStatus'][] = ['FAILED', 'SETTLED'];

/**
 * True when a payment no longer changes without an action (contract §4): its status is final, no refund is in progress
 * and the provider does not hold it.
 */
function isFinal(row: PaymentListItem): boolean {
  if (row.amountRefunding > 0 || row.statusTags.includes('HELD')) return false;
  return finalStatuses.includes(row.paymentStatus) || (row.paymentStatus === 'COMPLETED' && !row.isToVirtualAccount);
}

const kinds = ['payments'] as const;

/**
 * Polls a payment and its story until it is final; pauses while the page is hidden and stops on an error (contract §9
 * Caching and retries).
 */
function useLivePayment(paymentId: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    ...paymentQuery(queryClient, paymentId),
    refetchInterval: ({ state: { data, error } }) => (error || !data || isFinal(data) ? false : liveInterval(kinds)),
    refetchOnWindowFocus: ({ state: { data } }) => (data && !isFinal(data) ? 'always' : false),
  });
  const details = useQuery(paymentDetailsQuery(paymentId));
  const { data: row, refetch: refetchPayment } = payment;
  const shown = useRef(row);
  const { refetch } = details;
  const isDone = !row || isFinal(row);
  useEffect(() => (isDone ? undefined : onLiveChange(kinds, () => void refetchPayment())), [isDone, refetchPayment]);
  useEffect(() => {
    if (row && shown.current?.paymentId === row.paymentId && shown.current !== row) {
      void refetch();
      // Updates the cached list, so that going back shows the same state.
      queryClient.setQueriesData<PayInPage>({ queryKey: payInPageKeys }, (page) => page && withRow(page, row));
    }
    shown.current = row;
  }, [row, refetch, queryClient]);
  return { payment, details };
}

function withRow(page: PayInPage, row: PaymentListItem): PayInPage {
  if (!page.content.some(({ paymentId }) => paymentId === row.paymentId)) return page;
  return { ...page, content: page.content.map((each) => (each.paymentId === row.paymentId ? row : each)) };
}
