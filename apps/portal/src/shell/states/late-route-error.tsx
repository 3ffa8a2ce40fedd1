import { lazyRouteComponent } from '@tanstack/react-router';
import { supportHref } from '#platform/settings.ts';

/** The error card of a route, loaded with what follows the first paint; where not even that comes, a card without the error's own words. */
export const LateRouteError = lazyRouteComponent(
  () => import('./route-error.tsx').catch(() => ({ RouteError: LastError })),
  'RouteError',
);

/** Of nothing that is not here already. What is missing is code, and only a new page asks for that anew. */
export function LastError() {
  return (
    <div role="alert" className="mx-auto my-10 grid max-w-[560px] justify-items-center gap-1.5 p-5 text-center">
      <h1 className="m-0 text-[18px] font-strong tracking-[-.01em]">Oops!</h1>
      <p className="m-0 mb-2 text-ink-2">Something went wrong with the Volume Merchant Portal</p>
      <button
        type="button"
        className="h-9 rounded bg-ink px-3.5 font-medium text-paper"
        onClick={() => window.location.reload()}
      >
        Try Again?
      </button>
      <a href={supportHref()} className="mt-1.5 text-ink-3 underline underline-offset-2 hover:text-ink">
        contact support
      </a>
    </div>
  );
}
