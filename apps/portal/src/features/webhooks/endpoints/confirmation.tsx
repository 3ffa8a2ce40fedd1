import { useQueryClient } from '@tanstack/react-query';
import { challengeWebhookEndpoint, type WebhookEndpoint } from '@volume/contract/webhooks/webhook-endpoints.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { endpointKeys } from '#platform/queries/webhook-endpoints-query.ts';
import { about } from './endpoints-query.ts';

interface ConfirmationProps {
  scope: Scope;
  endpoint: WebhookEndpoint;
}

/** The remaining step until events are sent to an endpoint: its address answers a challenge, or the user enters the code. */
export function Confirmation({ scope, endpoint }: ConfirmationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const reason = useChangeDisabledReason();
  const write = useChallenge(scope, endpoint);
  const { challenge } = endpoint;
  const notSent = challenge === null ? 'Send a challenge first' : undefined;
  return (
    <div className="mt-3 grid max-w-[72ch] gap-2.5">
      <Notice tone="held" title={challenge === null ? 'Nothing is sent yet.' : <LastAnswer challenge={challenge} />}>
        We send one signed POST with <code>{'{"type":"endpoint.challenge","challenge":"…"}'}</code>. Your server answers
        2xx with the challenge as its body. Or copy the challenge from your server’s log, and enter it here within an
        hour.
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button
          size="s"
          variant="primary"
          busy={write.isBusy}
          disabledReason={reason}
          aria-label={`Send a challenge to ${endpoint.name}`}
          onClick={() => write.run(undefined)}
        >
          {challenge === null ? 'Send challenge' : 'Send another challenge'}
        </Button>
        <Button
          size="s"
          disabledReason={reason ?? notSent}
          aria-label={`Enter the challenge of ${endpoint.name}…`}
          onClick={() => setIsOpen(true)}
        >
          Enter it from the log…
        </Button>
      </div>
      {write.refusal && <WriteRefusal refusal={write.refusal} undone="The address is not confirmed." />}
      <CodeDialog {...{ scope, endpoint, isOpen }} onClose={() => setIsOpen(false)} />
    </div>
  );
}

function LastAnswer({ challenge }: { challenge: NonNullable<WebhookEndpoint['challenge']> }) {
  const sent = formatDateTime(challenge.sentAtUtc, useZone());
  return <>{`${challenge.error ?? 'No answer yet'}. Sent ${sent}.`}</>;
}

function useChallenge(scope: Scope, endpoint: WebhookEndpoint) {
  const queryClient = useQueryClient();
  return useWrite(
    () => call(challengeWebhookEndpoint, about(scope, endpoint)),
    ({ confirmedAtUtc, name }) => {
      if (confirmedAtUtc !== null) toast.good('Address confirmed', name);
      invalidate(queryClient, endpointKeys.all, webhookDeliveryKeys.all);
    },
  );
}

const CodeDialog = lazyDialog(() => import('./endpoint-dialogs.tsx').then((part) => part.CodeDialog));
