import { useEffect, useRef, useState } from 'react';
import { toast } from './toast.ts';
import { useWhenOnline } from './when-online.ts';

export interface Lazy<Part> {
  part: Part | null;
  /** Starts loading; can be called at every hover. */ load: () => void;
}

/** The imports that have succeeded: they succeed again without a network. */
const arrived = new WeakSet<() => Promise<unknown>>();

interface LazyOptions {
  /** Whether the import is one constant function, which waits while there is no network. */
  canWait?: boolean;
}

/**
 * A part that is loaded on first use (dialogs, calendar, QR codes, the palette) and never throws while rendering. When it
 * fails to load while `onError` is given, a toast says so and `onError` is called; without it, as after a hover, nothing
 * happens. The next `load` tries again, but most browsers reject it immediately: they keep a failed module until the page is
 * loaded again. So the toast asks for that; a page in which someone may be typing is not reloaded for them. For the same
 * reason nothing is imported without a network: where `onError` is given, it is loaded when the device is online again.
 */
export function useLazy<Part>(
  importPart: () => Promise<Part>,
  onError?: () => void,
  { canWait = true }: LazyOptions = {},
): Lazy<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const isLoading = useRef(false);
  // A click may join what a hover began to load: who waits is known when it fails.
  const lost = useRef(onError);
  const { wait, cancel } = useWhenOnline();
  const isOutOfReach = () => canWait && !navigator.onLine && !arrived.has(importPart);
  const load = () => {
    if (part !== null || isLoading.current || isOutOfReach()) return;
    isLoading.current = true;
    importPart()
      .then(
        (loaded) => {
          arrived.add(importPart);
          setPart(() => loaded);
        },
        () => {
          if (lost.current) toast.bad('This could not be loaded.', 'Check your connection, then reload the page.');
          lost.current?.();
        },
      )
      .finally(() => {
        isLoading.current = false;
      });
  };
  useEffect(() => {
    lost.current = onError;
  });
  const isWanted = onError !== undefined && part === null;
  useEffect(() => {
    if (isWanted && isOutOfReach()) wait('This opens when you’re back.', load);
    return cancel;
    // oxlint-disable-next-line react/exhaustive-deps -- once each time it is wanted
  }, [isWanted]);
  return { part, load };
}
