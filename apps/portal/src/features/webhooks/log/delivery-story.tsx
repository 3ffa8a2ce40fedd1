import type { SignedWebhookDelivery } from '@volume/contract/webhooks.ts';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { CodeBlock } from '#features/webhooks/signature/code-block.tsx';
import { curlCommand } from '#features/webhooks/signature/curl-command.ts';
import { prettyJson } from '#features/webhooks/signature/pretty-json.ts';
import { kindWords, stateSentence } from '#features/webhooks/webhook-words.ts';
import { payInHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { useZone } from '#platform/preferences.ts';
import { AttemptList } from './attempt-list.tsx';
import { DeliveryTag } from './delivery-list.tsx';
import { Resend } from './resend.tsx';

interface StoryProps {
  scope: Scope;
  delivery: SignedWebhookDelivery;
  /** Whether events of its kind have an address now. */
  hasAddress: boolean;
}

/** What was sent, signed how, and what each attempt came to. */
export function DeliveryStory({ scope, delivery, hasAddress }: StoryProps) {
  const zone = useZone();
  const { kind, state, attempts } = delivery;
  return (
    <div className="grid gap-6 p-5 pb-10">
      <div className="pr-10">
        <DeliveryTag state={state} />
        <h2 className="m-0 mt-2 text-l font-strong tracking-[-.015em]">{`${kindWords[kind]} event`}</h2>
        <p className="mt-1 mb-3 text-ink-2" role="status">
          {stateSentence(delivery, zone)}
        </p>
        <Resend scope={scope} delivery={delivery} hasAddress={hasAddress} />
      </div>
      <Facts delivery={delivery} zone={zone} />
      <Request delivery={delivery} />
      <Section title="Attempts" aside={attempts.length}>
        <AttemptList attempts={attempts} zone={zone} />
      </Section>
    </div>
  );
}

function Facts({ delivery, zone }: { delivery: SignedWebhookDelivery; zone: string }) {
  const { kind, objectId, id, createdAtUtc, nextAttemptAtUtc } = delivery;
  const object = <IdText>{objectId}</IdText>;
  return (
    <DescriptionList
      items={[
        {
          term: kindWords[kind],
          detail: kind === 'PAYMENT' ? <TextLink href={payInHref(objectId)}>{object}</TextLink> : object,
          mono: true,
        },
        { term: 'Delivery', detail: <IdText>{id}</IdText>, mono: true },
        { term: 'Created', detail: formatDateTime(createdAtUtc, zone, 'full') },
        { term: 'Next attempt', detail: nextAttemptAtUtc && formatDateTime(nextAttemptAtUtc, zone, 'full') },
      ]}
    />
  );
}

function Request({ delivery: { url, requestBody, authorization } }: { delivery: SignedWebhookDelivery }) {
  const signature = authorization ?? '(sent to your server only)';
  const headers = `PUT ${url}\nContent-Type: application/json\nAuthorization: ${signature}`;
  return (
    <Section title="Request">
      <div className="grid gap-2.5">
        <CodeBlock label="Address and headers" text={headers} />
        <CodeBlock label="Body" text={prettyJson(requestBody)} />
        <div className="flex flex-wrap gap-2">
          <CopyButton text={requestBody} size="s">
            Copy raw body
          </CopyButton>
          <CopyButton text={curlCommand({ url, body: requestBody, authorization })} size="s">
            Copy as curl
          </CopyButton>
        </div>
      </div>
    </Section>
  );
}
