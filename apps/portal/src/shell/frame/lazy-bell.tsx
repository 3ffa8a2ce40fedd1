import { memo, useEffect } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { whenIdle } from '#design/overlay/when-idle.ts';

const loadBell = () => import('#features/notifications/bell.tsx').then((module) => module.Bell);

/** Loads the bell after the page and renders it in free space, so that nothing moves. */
export const LazyBell = memo(function LazyBell({ place }: { place: 'side' | 'phone' }) {
  const { part: Bell, load } = useLazy(loadBell);
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => whenIdle(load), []);
  return Bell && <Bell place={place} />;
});
