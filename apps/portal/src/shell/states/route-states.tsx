import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorCard } from '#design/feedback/error-card.tsx';
import { ApiError, describeError, NotThereError, ProviderApiError, statusOf } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { readSession } from '#platform/session/session.ts';
import { supportHref } from '#platform/settings.ts';
import { isCodeMissing, reloadWhere } from '#shell/routing/reload-when-deployed.ts';
import { useIsOnline } from './use-is-online.ts';
import { Spinner } from '#design/feedback/spinner.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { buttonClass } from '#design/controls/control-classes.ts';

const LazyWayOn = lazy(() =>
  import('./way-on.tsx').then(({ WayOn }) => ({ default: WayOn })).catch(() => ({ default: () => null })),
);

/** The error card of a route; 'Try Again?' invalidates the router and resets the boundary (§2). */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  useEffect(() => {
    log.error('A page could not be shown', error);
  }, [error]);
  const isOnline = useIsOnline();
  // Network failures are retried automatically when the device is online again.
  const isUnanswered = !(error instanceof ProviderApiError) && (!(error instanceof ApiError) || error.isNetworkFailure);
  const retry = () => {
    void router.invalidate();
    reset();
  };
  const retryByHand = async () => {
    // A browser may cache a failed module load for the lifetime of the page, so a missing chunk requires a reload.
    if (!isCodeMissing(error) || !(await reloadWhere(() => true))) retry();
  };
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current && isUnanswered) retry();
    wasOnline.current = isOnline;
  });
  // The response has already ended the session and redirected to sign-in. On sign-in pages there is no session to end.
  const isSigningIn = window.location.pathname.startsWith('/auth/');
  if (statusOf(error) === 401 && readSession().kind === 'none' && !isSigningIn) return <Pending />;
  const isMissing = error instanceof NotThereError || statusOf(error) === 404;
  const { subHeading, traceId } =
    !isOnline && isUnanswered
      ? { subHeading: 'You are offline. This page opens by itself when you are back.', traceId: undefined }
      : describeError(error);
  return (
    <div className="mx-auto max-w-[560px] py-10">
      <h1 className="sr-only">Oops!</h1>
      <ErrorCard
        subHeading={subHeading}
        traceId={traceId}
        supportHref={supportHref(traceId)}
        onRetry={() => void retryByHand()}
      />
      {isMissing && readSession().kind !== 'none' && (
        <Suspense>
          <LazyWayOn
            isForAll={window.location.pathname.startsWith('/admin')}
            isExplained={!(error instanceof ProviderApiError)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The default pending view: the 150 px spinner (§2), with a sentence if the screen has one. */
export function Pending({ sentence }: { sentence?: string }) {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner size={150} sentence={sentence} />
    </div>
  );
}

/** The router's own default text (§2). */
export function NotFoundText() {
  return <p>Not Found</p>;
}

/** Any unknown path (§2): plain, with a link back. */
export function NotFoundPage() {
  return (
    <main id="main" className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="m-0 text-l font-strong">Not found</h1>
      <TextLink href="/">Go to Overview</TextLink>
    </main>
  );
}

/** The router's default error view (§2), for errors outside the error card of a page. */
export function DefaultError({ error, reset }: { error: unknown; reset: () => void }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <main id="main" className="mx-auto grid max-w-[560px] gap-3 p-6">
      <div className="flex items-center gap-3">
        <h1 className="m-0 text-l font-strong">Something went wrong!</h1>
        <button
          type="button"
          className={buttonClass('secondary', 's')}
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide Error' : 'Show Error'}
        </button>
        <button type="button" className={buttonClass('secondary', 's')} onClick={reset}>
          Try Again?
        </button>
      </div>
      {isShown && (
        <pre className="mono m-0 overflow-auto rounded border border-line p-3 text-bad">
          {error instanceof Error ? error.message : String(error)}
        </pre>
      )}
    </main>
  );
}
