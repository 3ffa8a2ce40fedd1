import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { environmentLabel } from '@volume/contract/environment.ts';
import { EnvironmentLine } from '#design/brand/environment-line.tsx';
import { Toaster } from '#design/overlay/toaster.tsx';
import { useLatePart } from '#design/overlay/use-late-part.ts';
import { readSettings } from '#platform/settings.ts';

const loadAfterPaint = () => import('./after-paint.tsx').then((module) => module.AfterPaint);

/** What stands around every page: the environment's line, the skip link, the toaster and the announcements. */
export function RootLayout() {
  const { part: AfterPaint, want } = useLatePart(loadAfterPaint);
  // oxlint-disable-next-line react/exhaustive-deps -- once, after the first paint
  useEffect(want, []);
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-2 z-30 -translate-y-16 rounded bg-ink px-3 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <EnvironmentLine environment={environmentLabel(readSettings().apiBaseUrl)} />
      <Outlet />
      {AfterPaint !== null && <AfterPaint />}
      <Toaster />
    </>
  );
}
