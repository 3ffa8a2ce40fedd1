import { useEffect } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { whenQuiet } from '#design/overlay/when-quiet.ts';

const loadBell = () => import('#features/notices/bell.tsx').then((module) => module.Bell);

/** Loads the bell after the page and renders it in free space, so that nothing moves. */
export function BellPlace({ place }: { place: 'side' | 'phone' }) {
  const { part: Bell, want } = useLazy(loadBell);
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => whenQuiet(want), []);
  return Bell && <Bell place={place} />;
}
