import type { AnyRouter } from '@tanstack/react-router';
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts';
import { currentPage } from './page-title.ts';

/** Tells monitoring and analytics, where they are on, which page is shown: by its name. */
export function watchPages(router: AnyRouter): () => void {
  const { viewed, stop } = startTelemetry();
  viewed(currentPage(router));
  const unsubscribe = router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) viewed(currentPage(router));
  });
  return () => {
    unsubscribe();
    stop();
  };
}
