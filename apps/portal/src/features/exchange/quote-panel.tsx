import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import type { Write } from '#platform/writes/use-write.ts';
import { StepUp } from '#forms/step-up.tsx';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { clockText, feeText, inverseText, rateText } from './exchange-labels.ts';
import type { TimedQuote } from './use-exchange.ts';
import { useEffect, useState } from 'react';

interface QuotePanelProps {
  timed: TimedQuote;
  booking: Write<{ quoteId: string }>;
  reason: string | undefined;
  isAsking: boolean;
  onAgain: () => void;
  onDrop: () => void;
}

/** A quote and the button to confirm it, disabled when it has expired. */
export function QuotePanel({ timed, booking, reason, isAsking, onAgain, onDrop }: QuotePanelProps) {
  const { quote, expiresAt } = timed;
  const seconds = useSecondsLeft(expiresAt);
  const hasExpired = seconds === 0;
  // An exchange with an unknown outcome can be sent again after the expiry: it is idempotent.
  const needsNewQuote = hasExpired && !booking.isBusy && booking.refusal?.isUnknown !== true;
  const action = `Exchange ${formatMoney(quote.sellAmount, quote.sellCurrency)}`;
  const facts = <Rates quote={quote} />;
  if (booking.isAskingForProof) {
    return (
      <div className="grid gap-3.5">
        {facts}
        <StepUp write={booking} action={action} />
      </div>
    );
  }
  return (
    <div className="grid gap-3.5">
      {facts}
      {booking.refusal && (
        <WriteRefusal
          refusal={booking.refusal}
          undone="Nothing was exchanged."
          unknown="We couldn’t confirm the exchange. It’s safe to retry: no second exchange will be made."
        />
      )}
      {needsNewQuote && <Notice tone="held" title="This quote has expired. Get a new quote for the current rate." />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="timer" className="num mr-auto text-ink-3">
          {hasExpired ? 'Expired' : `Expires in ${clockText(seconds)}`}
        </span>
        <Button
          variant="quiet"
          onClick={onDrop}
          disabledReason={booking.isBusy ? 'Waiting for confirmation' : undefined}
        >
          Cancel
        </Button>
        {needsNewQuote ? (
          <Button variant="primary" busy={isAsking} onClick={onAgain}>
            Get a new quote
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={booking.isBusy}
            disabledReason={reason}
            onClick={() => booking.run({ quoteId: quote.quoteId })}
          >
            {action}
          </Button>
        )}
      </div>
    </div>
  );
}

function Rates({ quote }: Pick<TimedQuote, 'quote'>) {
  return (
    <DescriptionList
      items={[
        { term: 'Rate', detail: rateText(quote) },
        { term: 'Inverse', detail: inverseText(quote) },
        { term: 'Fee', detail: feeText(quote) },
      ]}
    />
  );
}

/** Seconds until a timestamp in milliseconds, rounded up and updated while it passes; 0 afterwards. */
function useSecondsLeft(expiresAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((expiresAt - now) / 1000));
}
