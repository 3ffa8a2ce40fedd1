import { createBrowserHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { holdHistory } from './history-moves.ts';

afterEach(() => vi.restoreAllMocks());

test('without a network, going back keeps this page, and leaves it once the other page can open', async () => {
  let answer: (rows: string) => void = () => undefined;
  const rows = new Promise<string>((resolve) => (answer = resolve));
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: '/list', loader: () => rows });
  const other = createRoute({ getParentRoute: () => root, path: '/other' });
  window.history.replaceState(null, '', '/list');
  const moves: string[] = [];
  window.addEventListener('popstate', () => moves.push(window.location.pathname));
  // In the order in which the portal registers its listeners.
  holdHistory(() => router);
  const router = createRouter({ routeTree: root.addChildren([list, other]), history: createBrowserHistory() });
  router.history.push('/other');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/other'));
  const heard: string[] = [];
  router.history.subscribe(({ location }) => heard.push(location.pathname));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.history.back();
  await vi.waitFor(() => expect(moves).toEqual(['/list', '/other']));
  expect(heard).toEqual([]);
  answer('rows');
  await vi.waitFor(() => expect(heard).toEqual(['/list']));
  expect(window.location.pathname).toBe('/list');
});
