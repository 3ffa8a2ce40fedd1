import { useState } from 'react';
import { toast } from './toast.ts';

export interface Lazy<Part> {
  part: Part | null;
  /** Begins to load; may be called at every hover. */ want: () => void;
}

/**
 * A part that is loaded on first use (dialogs, calendar, QR codes, the palette) and never throws while rendering. When one
 * that somebody waits for could not be loaded, they are told and `onLost` hears of it; the next `want` tries again.
 */
export function useLazy<Part>(load: () => Promise<Part>, onLost?: () => void): Lazy<Part> {
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
