import { useQuery, useQueryClient } from '@tanstack/react-query';
import { testWebhookEndpoint, type WebhookEndpoint } from '@volume/contract/webhooks/webhook-endpoints.ts';
import { type WebhookKind, webhookKinds } from '@volume/contract/webhooks/labels.ts';
import { useEffect, useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { deliveryQuery } from '#features/webhooks/log/deliveries-query.ts';
import { attemptMessage, kindLabels } from '#features/webhooks/webhook-labels.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { settingsHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { endpointKeys } from '#platform/queries/webhook-endpoints-query.ts';
import { about } from './endpoints-query.ts';

interface DialogProps {
  scope: Scope;
  endpoint: WebhookEndpoint;
  isOpen: boolean;
  onClose: () => void;
}

const options = webhookKinds.map((value) => ({ value, label: kindLabels[value] }));

/** Sends a sample event once, and shows what the server answers. */
export function TestEndpointDialog({ scope, endpoint, isOpen, onClose }: DialogProps) {
  const [kind, setKind] = useState<WebhookKind>('PAYMENT');
  const [sent, setSent] = useState<string>();
  const queryClient = useQueryClient();
  const write = useWrite(
    (body: { kind: WebhookKind }) => call(testWebhookEndpoint, { ...about(scope, endpoint), body }),
    ({ id }) => {
      setSent(id);
      invalidate(queryClient, endpointKeys.all, webhookDeliveryKeys.all);
    },
  );
  const choose = (next: WebhookKind) => {
    write.reset();
    setSent(undefined);
    setKind(next);
  };
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title={`Send a test event to “${endpoint.name}”`}
      description="We’ll send one sample event, signed with the key of this endpoint and marked as a test. It contains no real payment."
      action={sent === undefined ? `Send a ${kindLabels[kind].toLowerCase()} event` : 'Send another one'}
      cancel="Close"
      onConfirm={() => write.run({ kind })}
      undone="Nothing was sent."
      unknown="We couldn’t confirm whether it was sent. Check the delivery log."
    >
      <div className="grid justify-items-start gap-3">
        <Segmented label="Event" options={options} value={kind} onChange={choose} />
        <p className="m-0 text-ink-3 [overflow-wrap:anywhere]">
          <IdText>{`POST ${endpoint.url}`}</IdText>
        </p>
      </div>
      {sent !== undefined && <Result key={sent} scope={scope} deliveryId={sent} />}
    </ConfirmDialog>
  );
}

function Result({ scope, deliveryId }: { scope: Scope; deliveryId: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(deliveryQuery(scope, deliveryId));
  const last = data?.attempts.at(-1);
  const isAnswered = last !== undefined;
  // The endpoint's last delivery is no longer pending.
  useEffect(() => {
    if (isAnswered) invalidate(queryClient, endpointKeys.all);
  }, [isAnswered, queryClient]);
  const link = (
    <TextLink href={settingsHref('webhooks-callbacks', { view: 'deliveries', delivery: deliveryId })}>
      Request and response
    </TextLink>
  );
  if (last === undefined)
    return (
      <Notice tone="info" title="It is being sent now.">
        {link}
      </Notice>
    );
  const isTaken = data?.state === 'DELIVERED';
  return (
    <Notice tone={isTaken ? 'ok' : 'bad'} title={`${attemptMessage(last)}.`}>
      {isTaken ? 'It counts as delivered.' : 'It does not count as delivered, and is not sent again.'} {link}
    </Notice>
  );
}
