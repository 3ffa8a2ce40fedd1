export type Wait = (milliseconds: number) => Promise<void>;

/** Waits that all end when `stopping` is aborted; after that, nothing waits. */
export function createWait(stopping?: AbortSignal): Wait {
  const ends = new Set<() => void>();
  // One listener for all of them: a flood has hundreds.
  stopping?.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  return async (milliseconds) => {
    if (stopping?.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      ends.add(end);
    });
  };
}
