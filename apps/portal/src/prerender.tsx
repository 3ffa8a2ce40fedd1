import { prerender } from 'react-dom/static.browser';
import { readSession } from '#platform/session/session.ts';
import { readSettings } from '#platform/settings.ts';
import { Portal } from '#shell/portal.tsx';
import { createPortalRouter } from '#shell/routing/create-router.ts';
import { routeTree } from './routeTree.gen.ts';

/** Run by the build (vite/capture.ts): the markup of the page at the window's address, for React to take over. */
async function prerenderPage(): Promise<string> {
  const router = createPortalRouter(routeTree, { session: () => readSession(), settings: readSettings() });
  await router.load();
  let failure: unknown;
  const { prelude } = await prerender(<Portal router={router} />, { onError: (error) => void (failure = error) });
  if (failure !== undefined) throw failure;
  return new Response(prelude).text();
}

Object.assign(window, { prerendered: prerenderPage() });
