import type { PaymentIntent } from '@volume/contract/payment-intents.ts';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { type Description, DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';

/** What the link says, whom it is for, and its times. */
export function IntentFacts({ intent, zone }: { intent: PaymentIntent; zone: string }) {
  const at = (utc: string) => formatDateTime(utc, zone, 'full');
  return (
    <>
      <Section title="About">
        <DescriptionList
          items={[
            { term: 'Payer reads', detail: named(intent.customerIntentDescription) },
            { term: 'Note', detail: named(intent.merchantIntentDescription) },
            copied('Order', intent.merchantPaymentId),
            copied('On statement', intent.paymentRequest.reference),
            {
              term: 'Attempts',
              detail: intent.attemptMode === 'ALLOW_SINGLE_ATTEMPT' ? 'One only' : 'Until it is paid',
            },
            copied('Link id', intent.paymentIntentId),
          ]}
        />
      </Section>
      <Section title="Times">
        <DescriptionList
          items={[
            { term: 'Created', detail: at(intent.createdAt) },
            { term: 'Last change', detail: at(intent.updatedAt) },
            { term: 'Expires', detail: intent.expiresAt === null ? 'Never' : at(intent.expiresAt) },
          ]}
        />
      </Section>
    </>
  );
}

const named = (text: string | null) => (text ? <bdi>{text}</bdi> : null);

function copied(term: string, text: string | null): Description {
  if (!text?.trim()) return { term, detail: null };
  return {
    term,
    mono: true,
    detail: (
      <span className="inline-flex items-start gap-1">
        <IdText>{text}</IdText>
        <span className="-my-1.5">
          <CopyButton text={text} label={`Copy ${term}`} variant="quiet" size="s" />
        </span>
      </span>
    ),
  };
}
