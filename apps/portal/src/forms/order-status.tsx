import { useLayoutEffect, useRef } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import type { OrderState } from '#platform/writes/use-order-write.ts';
import { WriteRefusal } from './write-refusal.tsx';

/** Only the name: the dialog does not make this call. */
const notifications = { method: 'GET', path: 'merchants/{merchantId}/notices', origin: 'ours' } as const;

/**
 * The progress of a payout or refund after the last press. Always rendered, because a screen reader announces changes only in a
 * region that it knows.
 */
export function OrderStatus({ order }: { order: OrderState }) {
  const { following, result } = order;
  const place = useRef<HTMLDivElement>(null);
  const state = following ?? result?.kind;
  useLayoutEffect(() => {
    if (state === undefined) return;
    place.current?.scrollIntoView?.({ block: 'nearest' });
    // The pressed button or the password field was removed.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [state]);
  return (
    <>
      <div ref={place} role="status" tabIndex={-1} className="outline-none empty:sr-only">
        {following && <Following noun={order.noun} isOffline={following === 'offline'} />}
        {result && result.kind !== 'refused' && <Left {...result} />}
      </div>
      {result?.kind === 'refused' && (
        <WriteRefusal
          refusal={result.refusal}
          undone={`${result.name} was approved, but no money has left. It is available again.`}
        />
      )}
    </>
  );
}

function Following({ noun, isOffline }: { noun: OrderState['noun']; isOffline: boolean }) {
  const closing = `You can close this window without cancelling the ${noun}.`;
  return isOffline ? (
    <Notice tone="held" title="You’re offline" isLive={false}>
      The {noun} has been accepted and is still being sent. {closing}
    </Notice>
  ) : (
    <Notice tone="info" title={`Sending the ${noun} to the bank…`} isLive={false}>
      This usually takes a few seconds. {closing}
    </Notice>
  );
}

function Left({ kind, name }: { kind: 'sent' | 'held'; name: string }) {
  const isNotified = useCanDo(notifications);
  const later = isNotified
    ? 'If it’s refused, the money will be available again, and we’ll let you know in Notifications and under Needs attention.'
    : 'If it’s refused, the money will be available again.';
  return kind === 'sent' ? (
    <Notice tone="info" title={`${name} is on its way`} isLive={false}>
      We haven’t heard from the bank yet. {later}
    </Notice>
  ) : (
    <Notice tone="held" title={`${name} is being reviewed`} isLive={false}>
      The account provider is reviewing it before sending it. {later}
    </Notice>
  );
}

/** The buttons once nothing is left to send. */
export function OrderResultButtons({ order, onClose }: { order: OrderState; onClose: () => void }) {
  const { result } = order;
  return (
    <>
      {result && (
        <Button href={result.href} onClick={onClose}>
          {result.link}
        </Button>
      )}
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </>
  );
}
