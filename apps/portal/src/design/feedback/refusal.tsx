import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IdText } from '#design/text/id-text.tsx';
import { Notice } from './notice.tsx';

interface RefusalProps {
  message: string;
  /** What did not happen: “Nothing was refunded.” */
  children?: ReactNode;
  traceId?: string | undefined;
  /** The text that “copy details” copies; by default the message and the trace. */
  details?: string | undefined;
}

/** The provider's reason for refusing an action, with the trace id to pass on to support. */
export function Refusal({ message, children, traceId, details }: RefusalProps) {
  const [copyLabel, setCopyLabel] = useState('copy details');
  const box = useRef<HTMLDivElement>(null);
  // In a long dialog the pressed button can be far from here.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const text = details ?? (traceId === undefined ? message : `${message}\nTrace ${traceId}`);
  const copy = () => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setCopyLabel('copied'),
      () => setCopyLabel('copying is not allowed here'),
    );
  };
  return (
    <div ref={box}>
      <Notice tone="bad" title={message}>
        {children}{' '}
        {traceId !== undefined && (
          <>
            Trace <IdText>{traceId}</IdText> ·{' '}
          </>
        )}
        <button type="button" className="underline underline-offset-2 hover:text-ink" onClick={copy} aria-live="polite">
          {copyLabel}
        </button>
      </Notice>
    </div>
  );
}
