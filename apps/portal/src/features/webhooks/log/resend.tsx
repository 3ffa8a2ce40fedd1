import { useQueryClient } from '@tanstack/react-query';
import { resendWebhookDelivery, type WebhookDelivery } from '@volume/contract/webhooks.ts';
import { RotateCw } from 'lucide-react';
import { Button } from '#design/controls/button.tsx';
import { useWhyNotChange } from '#platform/session/why-not.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';

interface ResendProps {
  scope: Scope;
  delivery: WebhookDelivery;
  hasAddress: boolean;
}

/** Sends a delivery once more; what comes of it shows by itself. */
export function Resend({ scope, delivery, hasAddress }: ResendProps) {
  const queryClient = useQueryClient();
  const { applicationId } = scope;
  const write = useWrite(
    ({ deliveryId }: { deliveryId: string }) =>
      call(resendWebhookDelivery, { params: { ...scope, deliveryId }, applicationId }),
    () => void queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  );
  const isPending = delivery.state === 'PENDING';
  const reason = useWhyNotChange() ?? (hasAddress ? undefined : 'No address is set for this event');
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        icon={<RotateCw aria-hidden="true" />}
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
