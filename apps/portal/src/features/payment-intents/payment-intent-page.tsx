import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelPaymentIntent, type PaymentIntent } from '@volume/contract/payment-links/payment-links.ts';
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
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { onNews } from '#lists/live/live-interval.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { AttemptsSection } from './attempts-section.tsx';
import { LinkSection } from './link-section.tsx';
import { intentKinds, keepPaymentIntent, paymentIntentQuery } from './payment-intent-queries.ts';
import { attemptsWord, cancelledAt, intentWord, isMoving, isOpen, purposeText } from './payment-intent-words.ts';

interface PaymentIntentPageProps {
  paymentIntentId: string;
  listHref: string;
  paymentHref: (paymentId: string) => string;
  duplicate: (intent: PaymentIntent) => ReactNode;
}

export function PaymentIntentPage({ paymentIntentId, listHref, paymentHref, duplicate }: PaymentIntentPageProps) {
  const { data: intent, error, isFetching, refetch } = useQuery(paymentIntentQuery(paymentIntentId));
  const isWatched = intent !== undefined && isMoving(intent);
  useEffect(() => (isWatched ? onNews(intentKinds, () => void refetch()) : undefined), [isWatched, refetch]);
  const zone = useZone();
  const now = useNow();
  if (!intent) return error && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Pay by link', href: listHref },
          { label: <IdText short={8}>{intent.paymentIntentId}</IdText> },
        ]}
      />
      <IntentHead intent={intent} zone={zone} now={now} duplicate={duplicate(intent)} />
      <Columns aside={<IntentFacts intent={intent} zone={zone} />}>
        <LinkSection intent={intent} zone={zone} now={now} />
        <AttemptsSection intent={intent} zone={zone} now={now} paymentHref={paymentHref} />
      </Columns>
    </>
  );
}

interface IntentHeadProps {
  intent: PaymentIntent;
  zone: string;
  now: number;
  duplicate: ReactNode;
}

function IntentHead({ intent, zone, now, duplicate }: IntentHeadProps) {
  const { amount, currency } = intent.paymentRequest;
  const purpose = purposeText(intent);
  return (
    <Hero
      tags={
        <span role="status">
          <StatusTag status={intentWord(intent.paymentIntentStatus)} />
        </span>
      }
      detail={
        <>
          {purpose && (
            <>
              for <bdi className="[overflow-wrap:anywhere]">{purpose}</bdi> ·{' '}
            </>
          )}
          <time dateTime={`${intent.createdAt}Z`}>{formatDateTime(intent.createdAt, zone, 'full')}</time>
          <span className="phone:hidden"> · {formatRelative(intent.createdAt, new Date(now))}</span>
        </>
      }
      actions={
        <>
          {isOpen(intent) && <CancelLink intent={intent} />}
          {duplicate}
          <CopyButton text={intent.paymentIntentId}>Copy id</CopyButton>
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

function IntentFacts({ intent, zone }: { intent: PaymentIntent; zone: string }) {
  const at = (utc: string) => formatDateTime(utc, zone, 'full');
  const cancelled = cancelledAt(intent);
  return (
    <>
      <Section title="About">
        <DescriptionList
          items={[
            { term: 'Description', detail: named(intent.customerIntentDescription) },
            { term: 'Note', detail: named(intent.merchantIntentDescription) },
            copied('Order', intent.merchantPaymentId),
            copied('On statement', intent.paymentRequest.reference),
            { term: 'Attempts', detail: attemptsWord(intent) },
            copied('Link id', intent.paymentIntentId),
          ]}
        />
      </Section>
      <Section title="Times">
        <DescriptionList
          items={[
            { term: 'Created', detail: at(intent.createdAt) },
            { term: 'Last change', detail: at(intent.updatedAt) },
            cancelled === undefined
              ? { term: 'Expires', detail: intent.expiresAt === null ? 'Never' : at(intent.expiresAt) }
              : { term: 'Cancelled', detail: at(cancelled) },
          ]}
        />
      </Section>
    </>
  );
}

const named = (text: string | null) => (text ? <bdi>{text}</bdi> : null);

/** Cancels an unpaid link after a confirmation. Hidden where the deployment does not support it (contract §9). */
function CancelLink({ intent }: { intent: PaymentIntent }) {
  const canCancel = useCanDo(cancelPaymentIntent);
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
      <CancelQuestion intent={intent} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </>
  );
}

interface CancelQuestionProps {
  intent: PaymentIntent;
  isOpen: boolean;
  onClose: () => void;
}

function CancelQuestion({ intent, isOpen, onClose }: CancelQuestionProps) {
  const queryClient = useQueryClient();
  const { paymentIntentId, paymentRequest } = intent;
  const sum = formatMoney(paymentRequest.amount, paymentRequest.currency);
  const write = useWrite(
    () => call(cancelPaymentIntent, { params: { paymentIntentId } }),
    (cancelled) => {
      keepPaymentIntent(queryClient, cancelled);
      toast.good('Payment link cancelled', sum);
      onClose();
    },
  );
  const leave = () => {
    // After a refusal the link may have changed: it was paid or has expired.
    if (write.refusal) void queryClient.invalidateQueries({ queryKey: paymentIntentQuery(paymentIntentId).queryKey });
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
