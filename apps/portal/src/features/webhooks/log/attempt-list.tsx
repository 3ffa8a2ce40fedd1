import type { WebhookAttempt } from '@volume/contract/webhooks.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Timeline } from '#design/layout/timeline.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { CodeBlock } from '#features/webhooks/code-block.tsx';
import { attemptWords } from '#features/webhooks/webhook-words.ts';

const mostAtOnce = 8;

/** Every attempt, the latest first, with how long it took and what the server said. */
export function AttemptList({ attempts, zone }: { attempts: readonly WebhookAttempt[]; zone: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (attempts.length === 0) return <p className="m-0 text-ink-3">No attempt has finished yet.</p>;
  const newest = attempts.toReversed();
  const shown = isWhole ? newest : newest.slice(0, mostAtOnce);
  return (
    <>
      <Timeline
        entries={shown.map((attempt) => ({
          id: String(attempt.attempt),
          title: attemptWords(attempt),
          detail: <Answer attempt={attempt} />,
          time: <DateTime utc={attempt.atUtc} zone={zone} />,
          tone: attempt.httpStatus === 200 ? 'ok' : 'bad',
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
      <span className="text-ink-3">{`Attempt ${attempt}, ${formatCount(durationMs)} ms`}</span>
      {responseBody && (
        <div className="mt-1.5">
          <CodeBlock label={`Response to attempt ${attempt}`} text={responseBody} />
        </div>
      )}
    </>
  );
}
