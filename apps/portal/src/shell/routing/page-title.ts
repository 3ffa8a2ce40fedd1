import type { AnyRouter } from '@tanstack/react-router';

/** The name of the page the router stands on: the deepest route that has one. */
export function currentPage(router: AnyRouter): string {
  const titles = router.state.matches.map((match) => (match.staticData as { title?: string } | undefined)?.title);
  return titles.findLast((title) => title !== undefined) ?? 'Not found';
}
