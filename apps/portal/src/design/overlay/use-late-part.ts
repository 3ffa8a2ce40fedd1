import { useEffect, useState } from 'react';
import { toast } from './toast.ts';

export type LatePart<Part> = {
  part: Part | null;
  /** Begins to load; may be called at every hover. */ want: () => void;
};

/**
 * A part of the page that is loaded on first use and never throws while rendering. When one that somebody waits for could
 * not be loaded, they are told and `onLost` hears of it; the next `want` tries again.
 */
export function useLatePart<Part>(load: () => Promise<Part>, onLost?: () => void): LatePart<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const want = () => {
    if (part !== null) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        if (onLost) toast.bad('This could not be loaded.', 'Check your connection and try again.');
        onLost?.();
      },
    );
  };
  return { part, want };
}

/** A part that comes by itself once what people came for `isThere`; null before, and where it could not be loaded. */
export function usePartAfter<Part>(isThere: boolean, load: () => Promise<Part>): Part | null {
  const { part, want } = useLatePart(load);
  useEffect(() => {
    if (isThere) want();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is there
  }, [isThere]);
  return part;
}
