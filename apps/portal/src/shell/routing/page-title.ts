import type { AnyRouter } from '@tanstack/react-router';
import { environmentLabel } from '@volume/contract/environment.ts';
import { readSettings } from '#platform/settings.ts';

/** The document's title: environment, page, product (§1; interface, Look). */
export function pageTitle(page: string): string {
  return `[${environmentLabel(readSettings().apiBaseUrl)}] ${page} · Volume`;
}

/** The name of the page the router stands on: the deepest route that has one. */
export function currentPage(router: AnyRouter): string {
  const titles = router.state.matches.map((match) => (match.staticData as { title?: string } | undefined)?.title);
  return titles.findLast((title) => title !== undefined) ?? 'Not found';
}
