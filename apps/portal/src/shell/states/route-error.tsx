import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorCard } from '#design/feedback/error-card.tsx';
import { errorWords, statusOf } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { readSession } from '#platform/session/session.ts';
import { supportHref } from '#platform/settings.ts';
import { Pending } from './pending.tsx';

/** The route-level error card; 'Try Again?' invalidates the router and resets the boundary (§2). */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  useEffect(() => {
    log.error('A page could not be shown', error);
  }, [error]);
  // The session ended with this answer: the way to sign-in is taken already. While signing in there is none that could end.
  const isSigningIn = window.location.pathname.startsWith('/auth/');
  if (statusOf(error) === 401 && readSession().kind === 'none' && !isSigningIn) return <Pending />;
  const { subHeading, traceId } = errorWords(error);
  const retry = () => {
    void router.invalidate();
    reset();
  };
  return (
    <div className="mx-auto max-w-[560px] py-10">
      <h1 className="sr-only">Oops!</h1>
      <ErrorCard subHeading={subHeading} traceId={traceId} supportHref={supportHref(traceId)} onRetry={retry} />
    </div>
  );
}
