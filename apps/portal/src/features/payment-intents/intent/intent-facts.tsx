import type { PaymentIntent } from '@volume/contract/payment-intents.ts';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { copied } from '#design/layout/copied.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { attemptsWord } from '#features/payment-intents/payment-intent-words.ts';

/** What the link says, whom it is for, and its times. */
export function IntentFacts({ intent, zone }: { intent: PaymentIntent; zone: string }) {
  const at = (utc: string) => formatDateTime(utc, zone, 'full');
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
            { term: 'Expires', detail: intent.expiresAt === null ? 'Never' : at(intent.expiresAt) },
          ]}
        />
      </Section>
    </>
  );
}

const named = (text: string | null) => (text ? <bdi>{text}</bdi> : null);
