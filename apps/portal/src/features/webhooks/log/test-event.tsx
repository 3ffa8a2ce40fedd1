import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { addressOfKind, sendTestWebhook, type WebhookKind, webhookKinds } from '@volume/contract/webhooks/webhooks.ts';
import { Icon } from '#design/icon.tsx';
import Send from 'lucide/dist/esm/icons/send.mjs';
import { useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Button } from '#design/controls/button.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { kindLabels } from '#features/webhooks/webhook-labels.ts';
import { endpointsCall } from '#platform/queries/webhook-endpoints-query.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { settingsHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';

interface TestEventProps {
  application: Application;
  /** Receives the delivery's id, to open it. */
  onSent: (deliveryId: string) => void;
  disabledReason?: string | undefined;
}

const options = webhookKinds.map((value) => ({ value, label: kindLabels[value] }));

export function TestEvent({ application, onSent, disabledReason }: TestEventProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [kind, setKind] = useState<WebhookKind>('PAYMENT');
  const reason = useChangeDisabledReason() ?? disabledReason;
  const close = () => setIsOpen(false);
  const write = useTestWrite(application, (id) => {
    close();
    onSent(id);
  });
  const url = application[addressOfKind[kind]];
  const choose = (next: WebhookKind) => {
    write.reset();
    setKind(next);
  };
  return (
    <>
      <Button size="s" icon={<Icon of={Send} />} disabledReason={reason} onClick={() => setIsOpen(true)}>
        Send test event
      </Button>
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={close}
        title="Send a test event"
        description="We’ll send one sample event, signed like a real one. It contains no real payment."
        action={`Send a ${kindLabels[kind].toLowerCase()} event`}
        disabledReason={url === null ? 'No address is set for this event' : undefined}
        onConfirm={() => write.run({ kind })}
        undone="Nothing was sent."
        unknown="We couldn’t confirm whether it was sent. Check the delivery log."
      >
        <div className="grid justify-items-start gap-3">
          <Segmented label="Event" options={options} value={kind} onChange={choose} />
          <Target kind={kind} url={url} />
        </div>
      </ConfirmDialog>
    </>
  );
}

function useTestWrite({ merchantId, applicationId }: Application, onSent: (deliveryId: string) => void) {
  const queryClient = useQueryClient();
  const params = { merchantId, applicationId };
  return useWrite(
    (body: { kind: WebhookKind }) => call(sendTestWebhook, { params, body, applicationId }),
    ({ id }) => {
      invalidate(queryClient, webhookDeliveryKeys.all);
      onSent(id);
    },
  );
}

function Target({ kind, url }: { kind: WebhookKind; url: string | null }) {
  const hasEndpoints = useCapability(endpointsCall);
  return (
    <div className="grid gap-1 text-ink-3">
      <span>
        {url === null ? `No address is set for ${kindLabels[kind].toLowerCase()}s.` : <IdText>{`PUT ${url}`}</IdText>}
      </span>
      {hasEndpoints && (
        <span>
          Test events for an endpoint are sent from the{' '}
          <TextLink href={settingsHref('webhooks-callbacks', { view: 'endpoints' })}>list of endpoints</TextLink>.
        </span>
      )}
    </div>
  );
}
