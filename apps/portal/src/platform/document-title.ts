import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { useEffect } from 'react';
import { readSettings } from './settings.ts';
import type { AnyRouter } from '@tanstack/react-router';

let page = '';
let shown: string | undefined;

/** Sets the page's name, used as the document title unless the content sets its own. */
export function titlePage(name: string): void {
  page = name;
  write();
}

/** Sets the document title from the content while the component is mounted: `£63.89 Noah Clarke`. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    shown = title;
    write();
    return () => {
      shown = undefined;
      write();
    };
  }, [title]);
}

/** Environment, page, product (§1; interface, Look). */
function write(): void {
  document.title = `[${environmentLabel(readSettings().apiBaseUrl)}] ${shown ?? page} · Volume`;
}

/** The title of the deepest matched route that has one. */
export function currentPage(router: AnyRouter): string {
  const titles = router.state.matches.map((match) => (match.staticData as { title?: string } | undefined)?.title);
  return titles.findLast((title) => title !== undefined) ?? 'Not found';
}
