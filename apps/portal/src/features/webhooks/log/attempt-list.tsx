import type { WebhookAttempt } from '@volume/contract/webhooks/webhooks.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Timeline } from '#design/layout/timeline.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { CodeBlock } from '#features/webhooks/code-block.tsx';
import { attemptMessage } from '#features/webhooks/webhook-labels.ts';

const mostAtOnce = 8;

interface AttemptsProps {
  attempts: readonly WebhookAttempt[];
  zone: string;
  /** Any 2xx counts for an endpoint, only 200 for a specified address. */
  isEndpoint: boolean;
}

/** The attempts of a delivery, newest first. */
export function AttemptList({ attempts, zone, isEndpoint }: AttemptsProps) {
  const isTaken = ({ httpStatus }: WebhookAttempt) =>
    httpStatus === 200 || (isEndpoint && httpStatus !== null && httpStatus >= 200 && httpStatus < 300);
  const [isWhole, setIsWhole] = useState(false);
  if (attempts.length === 0) return <p className="m-0 text-ink-3">No attempt has finished yet.</p>;
  const newest = attempts.toReversed();
  const shown = isWhole ? newest : newest.slice(0, mostAtOnce);
  return (
    <>
      <Timeline
        entries={shown.map((attempt) => ({
          id: String(attempt.attempt),
          title: attemptMessage(attempt),
          detail: <Answer attempt={attempt} />,
          time: <DateTime utc={attempt.atUtc} zone={zone} />,
          tone: isTaken(attempt) ? 'ok' : 'bad',
        }))}
      />
      {shown.length < newest.length && (
        <div className="mt-3">
          <Button size="s" onClick={() => setIsWhole(true)}>{`Show ${newest.length - shown.length} earlier`}</Button>
        </div>
      )}
    </>
  );
}

function Answer({ attempt: { attempt, durationMs, responseBody } }: { attempt: WebhookAttempt }) {
  return (
    <>
      <span className="text-ink-3">{`Attempt ${attempt}, ${durationMs === 0 ? 'under 1' : formatCount(durationMs)} ms`}</span>
      {responseBody && (
        <div className="mt-1.5">
          <CodeBlock label={`Response to attempt ${attempt}`} text={responseBody} />
        </div>
      )}
    </>
  );
}
