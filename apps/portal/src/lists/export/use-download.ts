import { useEffect, useRef, useState } from 'react';
import { describeRefusal, type RefusalMessage } from '#platform/writes/refusal-message.ts';

/** One download at a time; leaving the page aborts it. */
export function useDownload() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RefusalMessage>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (save: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setFailure(undefined);
    setBusy(true);
    try {
      await save(signal);
    } catch (error) {
      if (!signal.aborted) setFailure(describeRefusal(error));
    }
    running.current = undefined;
    setBusy(false);
  };
  return {
    isBusy,
    failure,
    start: (save: (signal: AbortSignal) => Promise<void>) => void start(save),
    stop: () => running.current?.abort(),
    dismiss: () => setFailure(undefined),
  };
}
