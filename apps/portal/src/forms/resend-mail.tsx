import { useEffect, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { statusOf } from '#platform/errors.ts';
import { isDemo, noMailReason } from '#platform/calls/demo.ts';

const pauseSeconds = 30;

interface ResendMailProps {
  /** The noun for the email's content: “code”, “link”. */
  what: string;
  resend: () => Promise<unknown>;
  errorMessage: (error: unknown) => string;
}

/** Resends an email at most every 30 seconds; shows the countdown and the result. */
export function ResendMail({ what, resend, errorMessage }: ResendMailProps) {
  const [secondsLeft, setSecondsLeft] = useState(pauseSeconds);
  const [status, setStatus] = useState('');
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const press = () => {
    setSecondsLeft(pauseSeconds);
    resend().then(
      () => setStatus(`We’ve sent a new ${what}.`),
      (error: unknown) => {
        setStatus(errorMessage(error));
        // A failed request starts no countdown, except for a 429.
        if (statusOf(error) !== 429) setSecondsLeft(0);
      },
    );
  };
  if (isDemo) return <p className="m-0 text-label text-ink-3">{noMailReason}.</p>;
  return (
    <div>
      {/* Aligns the button's text with the column's edge. */}
      <Button
        variant="quiet"
        size="s"
        className="num -ml-2.5"
        aria-disabled={isWaiting}
        onClick={isWaiting ? undefined : press}
      >
        {isWaiting ? `Resend in ${secondsLeft} s` : `Resend ${what}`}
      </Button>
      <p role="status" className={status === '' ? 'sr-only' : 'm-0 text-label text-ink-3'}>
        {status}
      </p>
    </div>
  );
}
