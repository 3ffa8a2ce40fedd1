import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isTyping } from '#design/choose/use-shortcut.ts';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';
import { Breadcrumbs } from '#design/layout/breadcrumbs.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { usePreferences } from '#platform/preferences.ts';
import { findNeighbour, hasNeighbour, positionOf } from '#features/pay-ins/list-position.ts';

interface PaymentStepsProps {
  paymentId: string;
  listTitle: string;
  listHref: string;
  paymentHref: (paymentId: string) => string;
  onGo: (href: string) => void;
}

/** Links back to the list and to the previous and next payment (`[` and `]`). */
export function PaymentSteps({ paymentId, listTitle, listHref, paymentHref, onGo }: PaymentStepsProps) {
  const queryClient = useQueryClient();
  const { keys } = usePreferences();
  const position = positionOf(paymentId);
  // Steps while a payment is still loading go on from that one.
  const goal = useRef(paymentId);
  useEffect(() => {
    goal.current = paymentId;
  }, [paymentId]);
  const step = async (by: -1 | 1) => {
    const found = await findNeighbour(queryClient, goal.current, by).catch(() => undefined);
    if (!found) return;
    goal.current = found;
    onGo(paymentHref(found));
  };
  useEffect(() => {
    if (!keys) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (isOverlayOpen()) return;
      if (event.key === '[') void step(-1);
      if (event.key === ']') void step(1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return (
    <Breadcrumbs
      crumbs={[
        { label: listTitle, href: position?.listHref ?? listHref },
        { label: <IdText short={8}>{paymentId}</IdText> },
      ]}
      aside={
        position && (
          <>
            <StepButton
              label="Previous payment"
              sign="["
              isOff={!hasNeighbour(position, -1)}
              onPress={() => step(-1)}
            />
            <StepButton label="Next payment" sign="]" isOff={!hasNeighbour(position, 1)} onPress={() => step(1)} />
            <span className="num text-label whitespace-nowrap">
              {formatCount(position.index + 1)} of {formatCount(position.total)}
            </span>
          </>
        )
      }
    />
  );
}

function StepButton(props: { label: string; sign: string; isOff: boolean; onPress: () => Promise<void> }) {
  const { label, sign, isOff, onPress } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff ? true : undefined}
      onClick={() => void (isOff || onPress())}
      className="key min-h-6 min-w-6 hover:border-ink-3 hover:text-ink aria-disabled:opacity-45"
    >
      {sign}
    </button>
  );
}
