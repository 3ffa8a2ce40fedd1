import { useEffect, useState } from 'react';
import { isOverlayOpen } from './use-overlay.ts';

/** For how many milliseconds a rendered page is left to the user before anything is prefetched. */
const quiet = 450;

/**
 * Calls back once the page has been shown for a while, no overlay is open and, where the browser reports it, the page is idle.
 * Returns a function that cancels it.
 */
export function whenIdle(begin: () => void): () => void {
  const look = (): void => {
    if (isOverlayOpen()) timer = setTimeout(look, quiet);
    else if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else begin();
  };
  let timer = setTimeout(look, quiet);
  return () => clearTimeout(timer);
}

/** True once the page is idle: for requests and content that the user does not look at first. */
export function useIsIdle(): boolean {
  const [isIdle, setIsQuiet] = useState(false);
  useEffect(() => whenIdle(() => setIsQuiet(true)), []);
  return isIdle;
}
