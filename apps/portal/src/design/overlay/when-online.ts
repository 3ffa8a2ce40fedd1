import { useEffect, useRef, useSyncExternalStore } from 'react';

interface Waiting {
  sentence: string;
}

/** Milliseconds between two attempts to reach the server. */
const pauseMs = 500;

let all: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function put(next: readonly Waiting[]): void {
  all = next;
  for (const listener of listeners) listener();
}

/**
 * Runs it once the device is online again; until then the offline notice shows the sentence. Returns a function that cancels it.
 */
export function whenOnline(sentence: string, begin: () => void): () => void {
  const waiting = { sentence };
  const isWaiting = () => all.includes(waiting);
  // A browser is online before its first request succeeds.
  const isReached = async () => {
    while (isWaiting() && navigator.onLine) {
      if (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))
        return isWaiting();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return false;
  };
  const stop = () => {
    window.removeEventListener('online', go);
    put(all.filter((each) => each !== waiting));
  };
  const go = async () => {
    if (!(await isReached())) return;
    stop();
    begin();
  };
  window.addEventListener('online', go);
  put([...all, waiting]);
  return stop;
}

interface OnlineWait {
  wait: (sentence: string, begin: () => void) => void;
  cancel: () => void;
}

/** One wait of a component: a new one replaces it, and it ends with the component. */
export function useWhenOnline(): OnlineWait {
  const stop = useRef<() => void>(undefined);
  const cancel = () => stop.current?.();
  useEffect(() => cancel, []);
  return {
    wait: (sentence, begin) => {
      cancel();
      stop.current = whenOnline(sentence, begin);
    },
    cancel,
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sentence of the latest action that waits for the network. */
export const useWaitingSentence = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => all.at(-1)?.sentence,
    () => undefined,
  );
