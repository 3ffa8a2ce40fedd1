import { useEffect, useRef, useState } from 'react';
import { toast } from './toast.ts';
import { useWhenOnline } from './when-online.ts';

export interface Lazy<Part> {
  part: Part | null;
  /** Starts loading; can be called at every hover. */
  load: () => void;
}

/** The imports that have succeeded: they succeed again without a network. */
const arrived = new WeakSet<() => Promise<unknown>>();

interface LazyOptions {
  /** Whether the import is one constant function, which waits while there is no network. */
  canWait?: boolean;
}

/**
 * Loads a part on first use (dialogs, calendar, QR codes, the palette) and never throws while rendering. When loading fails and
 * `onError` is given, a toast reports it and `onError` is called; without it, as after a hover, nothing happens. The next `load`
 * tries again, but most browsers reject that immediately: they remember a failed module until the page is reloaded. So the toast
 * asks the user to reload; it does not happen automatically, because someone may be typing. For the same reason nothing is
 * imported while offline: if `onError` is given, the part is loaded when the device is online again.
 */
export function useLazy<Part>(
  importPart: () => Promise<Part>,
  onError?: () => void,
  { canWait = true }: LazyOptions = {},
): Lazy<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const isLoading = useRef(false);
  // A click can join a load that a hover has started, so who waits is only known when it fails.
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
    // Nobody waits for it once the page has gone.
    return () => void (lost.current = undefined);
  });
  const isWanted = onError !== undefined && part === null;
  useEffect(() => {
    if (isWanted && isOutOfReach()) wait('This opens when you’re back.', load);
    return cancel;
    // oxlint-disable-next-line react/exhaustive-deps -- once each time it is wanted
  }, [isWanted]);
  return { part, load };
}
