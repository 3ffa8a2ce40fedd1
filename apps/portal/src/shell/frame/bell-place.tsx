import { useEffect } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { whenQuiet } from '#design/overlay/when-quiet.ts';

const loadBell = () => import('#features/notices/public.ts').then((module) => module.Bell);

/** Where the bell rings once its code is there, after the page: over what is free, so that nothing moves for it. */
export function BellPlace({ place }: { place: 'side' | 'phone' }) {
  const { part: Bell, want } = useLazy(loadBell);
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => whenQuiet(want), []);
  return Bell && <Bell place={place} />;
}
