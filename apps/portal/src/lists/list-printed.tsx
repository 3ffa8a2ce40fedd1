import { lazy, Suspense } from 'react';
import { whenIdle } from '#design/overlay/when-idle.ts';
import type { PrintedFiltersProps } from './printed-filters.tsx';

const Filters = lazy(async () => {
  await new Promise<void>(whenIdle);
  return import('./printed-filters.tsx').catch(() => ({ default: () => null }));
});

/** The parts of a list that only the printed page shows; load when the page is idle. */
export const ListPrinted = (props: PrintedFiltersProps) => (
  <Suspense>
    <Filters {...props} />
  </Suspense>
);
