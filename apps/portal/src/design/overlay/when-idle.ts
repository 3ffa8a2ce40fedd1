import { useEffect, useState } from 'react';
import { isOverlayOpen } from './use-overlay.ts';

/** Milliseconds that a page which stands is left to the person before anything comes that they have not asked for. */
const quiet = 450;

/** Calls back once the page has stood for a while, nothing has been opened in it and, where a browser tells, nothing is left to do; answers how to call it off. */
export function whenIdle(begin: () => void): () => void {
  const look = (): void => {
    if (isOverlayOpen()) timer = setTimeout(look, quiet);
    else if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else begin();
  };
  let timer = setTimeout(look, quiet);
  return () => clearTimeout(timer);
}

/** True once the page is quiet: for what is asked or drawn where nobody looks at first. */
export function useIsIdle(): boolean {
  const [isIdle, setIsQuiet] = useState(false);
  useEffect(() => whenIdle(() => setIsQuiet(true)), []);
  return isIdle;
}
