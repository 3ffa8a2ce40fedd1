import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  resendWebhookDelivery,
  type SignedWebhookDelivery,
  type WebhookDelivery,
} from '@volume/contract/webhooks/webhooks.ts';
import { Icon } from '#design/icon.tsx';
import RotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { personText } from '#design/text/person-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { CodeBlock, prettyJson } from '#features/webhooks/code-block.tsx';
import { curlCommand } from '#features/webhooks/signature/signatures-section.tsx';
import { eventLabel, kindLabels, replayText, stateSentence } from '#features/webhooks/webhook-labels.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { payInHref, requestsHref } from '#platform/hrefs.ts';
import { requestsOfQuery } from '#platform/queries/requests-of-query.ts';
import { listRequestLog } from '@volume/contract/request-log/request-log.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { SheetPending } from '#lists/part-error.tsx';
import { deliveryQuery } from './deliveries-query.ts';
import { DeliveryTag } from './delivery-list.tsx';
import { AttemptList } from './attempt-list.tsx';
import { labelOf } from '#design/text/format-text.ts';

interface SheetProps {
  scope: Scope;
  deliveryId: string | undefined;
  /** Whether the delivery can be sent now; for one to an endpoint, the server gives the reason when it cannot. */
  hasAddress: (delivery: WebhookDelivery) => boolean;
  onClose: () => void;
}

export function DeliverySheet({ scope, deliveryId, hasAddress, onClose }: SheetProps) {
  // Keeps the content visible while the sheet closes.
  const [shown, setShown] = useState(deliveryId);
  if (deliveryId !== undefined && deliveryId !== shown) setShown(deliveryId);
  if (shown === undefined) return null;
  return (
    <Sheet isOpen={deliveryId !== undefined} onClose={onClose} title="Webhook delivery" side="right">
      <Loaded key={shown} scope={scope} deliveryId={shown} hasAddress={hasAddress} />
    </Sheet>
  );
}

function Loaded({
  scope,
  deliveryId,
  hasAddress,
}: Omit<SheetProps, 'onClose' | 'deliveryId'> & { deliveryId: string }) {
  const { data, error, isFetching, refetch } = useQuery(deliveryQuery(scope, deliveryId));
  if (data) return <DeliveryStory scope={scope} delivery={data} hasAddress={hasAddress(data)} />;
  return <SheetPending error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

interface StoryProps {
  scope: Scope;
  delivery: SignedWebhookDelivery;
  /** Whether events of its kind currently have an address. */
  hasAddress: boolean;
}

function DeliveryStory({ scope, delivery, hasAddress }: StoryProps) {
  const zone = useZone();
  const { attempts, replay } = delivery;
  return (
    <div className="grid gap-6 p-5 pb-10">
      <div className="pr-10">
        <div className="flex gap-2">
          <DeliveryTag {...delivery} />
          {delivery.isTest && <Tag tone="calm">Test</Tag>}
          {replay !== null && <Tag tone="calm">Replay</Tag>}
        </div>
        <h2 className="m-0 mt-2 text-l font-strong tracking-[-.015em]">{eventLabel(delivery)}</h2>
        <p className="mt-1 mb-3 text-ink-2" role="status">
          {stateSentence(delivery, zone)}
        </p>
        {replay === null && <Resend scope={scope} delivery={delivery} hasAddress={hasAddress} />}
      </div>
      <Facts delivery={delivery} zone={zone} requestsHref={useRequestsHref(scope, delivery.objectId)} />
      <Request delivery={delivery} />
      <Section title="Attempts" aside={attempts.length}>
        <AttemptList attempts={attempts} zone={zone} isEndpoint={delivery.endpointId !== null} />
      </Section>
    </div>
  );
}

/** Undefined when no call with a key concerns the object, or the user is not allowed to see any. */
function useRequestsHref(scope: Scope, objectId: string): string | undefined {
  const canRead = useCanDo(listRequestLog);
  const { data: hasAny } = useQuery({ ...requestsOfQuery(scope, objectId), enabled: canRead });
  return hasAny ? requestsHref({ objectId, applicationId: scope.applicationId }) : undefined;
}

interface FactsProps {
  delivery: SignedWebhookDelivery;
  zone: string;
  requestsHref: string | undefined;
}

function Facts({ delivery, zone, requestsHref: calls }: FactsProps) {
  const { kind, objectId, id, webhookId, createdAtUtc, nextAttemptAtUtc, eventType, replay, startedBy } = delivery;
  const isPayIn = kind === 'PAYMENT' && !eventType?.startsWith('payment_link.');
  const object = <IdText>{objectId}</IdText>;
  return (
    <DescriptionList
      items={[
        {
          term: isPayIn || kind !== 'PAYMENT' ? labelOf(kindLabels, kind) : 'Payment link',
          detail: isPayIn && !delivery.isTest ? <TextLink href={payInHref(objectId)}>{object}</TextLink> : object,
          mono: true,
        },
        { term: 'Calls', detail: calls && <TextLink href={calls}>Your server’s calls about it</TextLink> },
        { term: 'Delivery', detail: <IdText>{id}</IdText>, mono: true },
        ...(webhookId === undefined ? [] : [{ term: 'webhook-id', detail: <IdText>{webhookId}</IdText>, mono: true }]),
        ...(replay
          ? [
              { term: 'Replay', detail: <IdText>{replay.replayId}</IdText>, mono: true },
              { term: 'Sent', detail: replayText(replay.form) },
              { term: 'Started by', detail: startedBy && <bdi>{personText(delivery, 'startedBy')}</bdi> },
            ]
          : []),
        { term: 'Created', detail: formatDateTime(createdAtUtc, zone, 'full') },
        { term: 'Next attempt', detail: nextAttemptAtUtc && formatDateTime(nextAttemptAtUtc, zone, 'full') },
      ]}
    />
  );
}

/** The merchant's own texts can name a person under any name. */
const hasMetadata = (body: string): boolean => /"paymentMetadata":\s*\{/.test(body);

function Request({ delivery }: { delivery: SignedWebhookDelivery }) {
  const { url, requestBody, authorization, endpointId, eventType, replay } = delivery;
  const mark = replay === null ? '' : '\nX-Test-Event: true';
  const signature = authorization ?? '(sent to your server only)';
  const headers =
    endpointId === null
      ? `PUT ${url}\nContent-Type: application/json\nAuthorization: ${signature}`
      : `POST ${url}\nContent-Type: application/json\nX-Event-Type: ${eventType ?? ''}${mark}\nWebhook-Signature: (sent to your server only)`;
  return (
    <Section title="Request">
      <div className="grid gap-2.5">
        <CodeBlock label="Address and headers" text={headers} />
        <CodeBlock label="Body" text={prettyJson(requestBody)} isPersonal={hasMetadata(requestBody)} />
        <div className="flex flex-wrap gap-2">
          <CopyButton text={requestBody} size="s">
            Copy raw body
          </CopyButton>
          <CopyButton
            text={curlCommand({ url, body: requestBody, authorization, method: endpointId === null ? 'PUT' : 'POST' })}
            size="s"
          >
            Copy as curl
          </CopyButton>
        </div>
      </div>
    </Section>
  );
}

interface ResendProps {
  scope: Scope;
  delivery: WebhookDelivery;
  hasAddress: boolean;
}

/** Resends a delivery; the result appears by polling. */
function Resend({ scope, delivery, hasAddress }: ResendProps) {
  const queryClient = useQueryClient();
  const { applicationId } = scope;
  const write = useWrite(
    ({ deliveryId }: { deliveryId: string }) =>
      call(resendWebhookDelivery, { params: { ...scope, deliveryId }, applicationId }),
    () => invalidate(queryClient, webhookDeliveryKeys.all),
  );
  const isPending = delivery.state === 'PENDING';
  const reason = useChangeDisabledReason() ?? (hasAddress ? undefined : 'No address is set for this event');
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        icon={<Icon of={RotateCw} />}
        busy={write.isBusy}
        disabledReason={reason ?? (isPending ? 'It is being sent now' : undefined)}
        onClick={() => write.run({ deliveryId: delivery.id })}
      >
        Resend
      </Button>
      {write.refusal && (
        <WriteRefusal
          refusal={write.refusal}
          undone="Nothing was sent."
          unknown="We couldn’t confirm whether it was sent. Check the delivery log."
        />
      )}
    </div>
  );
}
