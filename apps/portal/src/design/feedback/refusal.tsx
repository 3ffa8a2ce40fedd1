import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IdText } from '#design/text/id-text.tsx';
import { Notice } from './notice.tsx';

interface RefusalProps {
  /** The provider's own words. */
  message: string;
  /** What did not happen: "Nothing was refunded." */
  children?: ReactNode;
  traceId?: string | undefined;
  /** What "copy details" puts on the clipboard; the message and trace by default. */
  details?: string | undefined;
}

/** An action was refused: the provider's words stay inline with the trace id, ready to be passed on to support. */
export function Refusal({ message, children, traceId, details }: RefusalProps) {
  const [said, setSaid] = useState('copy details');
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed may stand far from here in a long dialog.
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not.
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const text = details ?? (traceId === undefined ? message : `${message}\nTrace ${traceId}`);
  const copy = () => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setSaid('copied'),
      () => setSaid('copying is not allowed here'),
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
          {said}
        </button>
      </Notice>
    </div>
  );
}
