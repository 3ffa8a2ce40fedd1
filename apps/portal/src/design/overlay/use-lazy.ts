import { useEffect, useRef, useState } from 'react';
import { toast } from './toast.ts';

export interface Lazy<Part> {
  part: Part | null;
  /** Starts loading; can be called at every hover. */ load: () => void;
}

/**
 * A part that is loaded on first use (dialogs, calendar, QR codes, the palette) and never throws while rendering. When it
 * fails to load while `onError` is given, a toast says so and `onError` is called; without it, as after a hover, nothing
 * happens. The next `load` tries again, but most browsers reject it immediately: they keep a failed module until the page is
 * loaded again. So the toast asks for that; a page in which someone may be typing is not reloaded for them.
 */
export function useLazy<Part>(importPart: () => Promise<Part>, onError?: () => void): Lazy<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const isLoading = useRef(false);
  // A click may join what a hover began to load: who waits is known when it fails.
  const lost = useRef(onError);
  useEffect(() => {
    lost.current = onError;
  });
  const load = () => {
    if (part !== null || isLoading.current) return;
    isLoading.current = true;
    importPart()
      .then(
        (loaded) => setPart(() => loaded),
        () => {
          if (lost.current) toast.bad('This could not be loaded.', 'Check your connection, then reload the page.');
          lost.current?.();
        },
      )
      .finally(() => {
        isLoading.current = false;
      });
  };
  return { part, load };
}
