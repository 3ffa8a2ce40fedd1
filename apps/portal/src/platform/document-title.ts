import { environmentLabel } from '@volume/contract/environment.ts';
import { useEffect } from 'react';
import { readSettings } from './settings.ts';

let page = '';
let shown: string | undefined;

/** Names the page; what it shows, where it says so, stands in the document's title instead. */
export function titlePage(name: string): void {
  page = name;
  write();
}

/** Names the document by what the page shows, for as long as it stands: "£63.89 Noah Clarke". */
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
