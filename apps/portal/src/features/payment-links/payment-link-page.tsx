import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelPaymentLink, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Breadcrumbs } from '#design/layout/breadcrumbs.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatDateTime, formatRelative } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { PartError } from '#lists/part-error.tsx';
import { MetadataSection } from '#features/pay-ins/metadata-section.tsx';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { onLiveChange } from '#lists/live/live-interval.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { AttemptsSection } from './attempts-section.tsx';
import { LinkSection } from './link-section.tsx';
import { linkKinds, keepPaymentLink, paymentLinkQuery } from './payment-link-queries.ts';
import { attemptsLabel, cancelledAt, linkLabel, isMoving, isOpen, purposeText } from './payment-link-labels.ts';

interface PaymentLinkPageProps {
  paymentIntentId: string;
  listHref: string;
  paymentHref: (paymentId: string) => string;
  duplicate: (paymentLink: PaymentLink) => ReactNode;
}

export function PaymentLinkPage({ paymentIntentId, listHref, paymentHref, duplicate }: PaymentLinkPageProps) {
  const { data: paymentLink, error, isFetching, refetch } = useQuery(paymentLinkQuery(paymentIntentId));
  const isWatched = paymentLink !== undefined && isMoving(paymentLink);
  useEffect(() => (isWatched ? onLiveChange(linkKinds, () => void refetch()) : undefined), [isWatched, refetch]);
  const zone = useZone();
  const now = useNow();
  if (!paymentLink) return error && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Pay by link', href: listHref },
          { label: <IdText short={8}>{paymentLink.paymentIntentId}</IdText> },
        ]}
      />
      <LinkHead paymentLink={paymentLink} zone={zone} now={now} duplicate={duplicate(paymentLink)} />
      <Columns aside={<LinkFacts paymentLink={paymentLink} zone={zone} />}>
        <LinkSection paymentLink={paymentLink} zone={zone} now={now} />
        <AttemptsSection paymentLink={paymentLink} zone={zone} now={now} paymentHref={paymentHref} />
      </Columns>
    </>
  );
}

interface LinkHeadProps {
  paymentLink: PaymentLink;
  zone: string;
  now: number;
  duplicate: ReactNode;
}

function LinkHead({ paymentLink, zone, now, duplicate }: LinkHeadProps) {
  const { amount, currency } = paymentLink.paymentRequest;
  const purpose = purposeText(paymentLink);
  return (
    <Hero
      tags={
        <span role="status">
          <StatusTag status={linkLabel(paymentLink)} />
        </span>
      }
      detail={
        <>
          {purpose && (
            <>
              for <bdi className="[overflow-wrap:anywhere]">{purpose}</bdi> ·{' '}
            </>
          )}
          <time dateTime={`${paymentLink.createdAt}Z`}>{formatDateTime(paymentLink.createdAt, zone, 'full')}</time>
          <span className="phone:hidden print:hidden"> · {formatRelative(paymentLink.createdAt, new Date(now))}</span>
        </>
      }
      actions={
        <>
          {isOpen(paymentLink) && <CancelLink paymentLink={paymentLink} />}
          {duplicate}
          <CopyButton text={paymentLink.paymentIntentId}>Copy id</CopyButton>
        </>
      }
    >
      <h1 className="m-0 font-regular">
        <span className="sr-only">Payment link of </span>
        <Money minor={amount} currency={currency} size="hero" />
      </h1>
    </Hero>
  );
}

function LinkFacts({ paymentLink, zone }: { paymentLink: PaymentLink; zone: string }) {
  const at = (utc: string) => formatDateTime(utc, zone, 'full');
  const cancelled = cancelledAt(paymentLink);
  return (
    <>
      <Section title="About">
        <DescriptionList
          items={[
            { term: 'Description', detail: named(paymentLink.customerIntentDescription) },
            { term: 'Note', detail: named(paymentLink.merchantIntentDescription) },
            copied('Order', paymentLink.merchantPaymentId),
            copied('On statement', paymentLink.paymentRequest.reference),
            { term: 'Attempts', detail: attemptsLabel(paymentLink) },
            copied('Link id', paymentLink.paymentIntentId),
          ]}
        />
      </Section>
      <Section title="Times">
        <DescriptionList
          items={[
            { term: 'Created', detail: at(paymentLink.createdAt) },
            { term: 'Last change', detail: at(paymentLink.updatedAt) },
            cancelled === undefined
              ? { term: 'Expires', detail: paymentLink.expiresAt === null ? 'Never' : at(paymentLink.expiresAt) }
              : { term: 'Cancelled', detail: at(cancelled) },
          ]}
        />
      </Section>
      <MetadataSection metadata={paymentLink.metadata} />
    </>
  );
}

const named = (text: string | null) => (text ? <bdi>{text}</bdi> : null);

/** Cancels an unpaid link after a confirmation. Hidden where the deployment does not support it (contract §9). */
function CancelLink({ paymentLink }: { paymentLink: PaymentLink }) {
  const canCancel = useCanDo(cancelPaymentLink);
  const isReadOnly = useIsReadOnly();
  const [isAsked, setIsAsked] = useState(false);
  if (!canCancel) return null;
  return (
    <>
      <Button
        variant="danger"
        disabledReason={isReadOnly ? 'You don’t have permission to cancel payment links' : undefined}
        onClick={() => setIsAsked(true)}
      >
        Cancel link
      </Button>
      <CancelQuestion paymentLink={paymentLink} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </>
  );
}

interface CancelQuestionProps {
  paymentLink: PaymentLink;
  isOpen: boolean;
  onClose: () => void;
}

function CancelQuestion({ paymentLink, isOpen, onClose }: CancelQuestionProps) {
  const queryClient = useQueryClient();
  const { paymentIntentId, paymentRequest } = paymentLink;
  const sum = formatMoney(paymentRequest.amount, paymentRequest.currency);
  const write = useWrite(
    () => call(cancelPaymentLink, { params: { paymentIntentId } }),
    (cancelled) => {
      keepPaymentLink(queryClient, cancelled);
      toast.good('Payment link cancelled', sum);
      onClose();
    },
  );
  const leave = () => {
    // After a refusal the link may have changed: it was paid or has expired.
    if (write.refusal) invalidate(queryClient, paymentLinkQuery(paymentIntentId).queryKey);
    onClose();
  };
  return (
    <ConfirmDialog
      {...{ isOpen, write }}
      onClose={leave}
      title={`Cancel the link for ${sum}?`}
      description="Customers will no longer be able to pay with this link. This cannot be undone."
      action={`Cancel link for ${sum}`}
      cancel="Keep link"
      isDangerous
      onConfirm={() => write.run({})}
      undone="The link was not cancelled."
      unknown="We couldn’t confirm the cancellation. It’s safe to retry."
    />
  );
}
