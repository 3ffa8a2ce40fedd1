import { useQuery } from '@tanstack/react-query';
import type { WebhookKind } from '@volume/contract/webhooks.ts';
import { useState } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import type { Scope } from '#platform/scope.ts';
import { PartError } from '#screen/part-error.tsx';
import { deliveryQuery } from './deliveries-query.ts';
import { DeliveryStory } from './delivery-story.tsx';

interface SheetProps {
  scope: Scope;
  /** The delivery that stands open, undefined when none does. */
  deliveryId: string | undefined;
  hasAddress: (kind: WebhookKind) => boolean;
  onClose: () => void;
}

/** One delivery beside the list: what was sent, what came back, and sending it again. */
export function DeliverySheet({ scope, deliveryId, hasAddress, onClose }: SheetProps) {
  // What was open stays in sight while the sheet goes away.
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
  if (data) return <DeliveryStory scope={scope} delivery={data} hasAddress={hasAddress(data.kind)} />;
  return (
    <div className="grid gap-4 p-5 pt-12">
      {error ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        [22, 120, 220].map((height) => <Skeleton key={height} height={height} />)
      )}
    </div>
  );
}
