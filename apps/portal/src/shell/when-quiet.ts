/** Milliseconds that a page which stands is left to the person before anything comes that they have not asked for. */
const quiet = 450;

/** Calls back once the page has stood for a while and, where a browser tells, nothing is left to do; answers how to call it off. */
export function whenQuiet(begin: () => void): () => void {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else begin();
  }, quiet);
  return () => clearTimeout(timer);
}
