import { useQuery } from '@tanstack/react-query';
import type { PaymentIntent } from '@volume/contract/payment-intents.ts';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Breadcrumbs } from '#design/layout/breadcrumbs.tsx';
import { Columns } from '#design/layout/columns.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { formatDateTime, formatRelative } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { useNow, useZone } from '#platform/preferences.ts';
import { intentWord, isOpen, purposeOf } from '#features/payment-intents/payment-intent-words.ts';
import { StatusTag } from '#domain/status-tag.tsx';
import { AttemptsSection } from './attempts-section.tsx';
import { CancelLink } from './cancel-link.tsx';
import { IntentFacts } from './intent-facts.tsx';
import { LinkSection } from './link-section.tsx';
import { paymentIntentQuery } from './payment-intent-query.ts';

interface PaymentIntentPageProps {
  paymentIntentId: string;
  listHref: string;
  /** Where an attempt's payment is shown. */
  paymentHref: (paymentId: string) => string;
}

/** One payment link: its state and sum, the link itself, and every attempt to pay it. */
export function PaymentIntentPage({ paymentIntentId, listHref, paymentHref }: PaymentIntentPageProps) {
  const { data: intent } = useQuery(paymentIntentQuery(paymentIntentId));
  const zone = useZone();
  const now = useNow();
  if (!intent) return null;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Pay by link', href: listHref },
          { label: <IdText short={8}>{intent.paymentIntentId}</IdText> },
        ]}
      />
      <IntentHead intent={intent} zone={zone} now={now} />
      <Columns aside={<IntentFacts intent={intent} zone={zone} />}>
        <LinkSection intent={intent} zone={zone} now={now} />
        <AttemptsSection attempts={intent.attempts} zone={zone} now={now} paymentHref={paymentHref} />
      </Columns>
    </>
  );
}

function IntentHead({ intent, zone, now }: { intent: PaymentIntent; zone: string; now: number }) {
  const { amount, currency } = intent.paymentRequest;
  const purpose = purposeOf(intent);
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
