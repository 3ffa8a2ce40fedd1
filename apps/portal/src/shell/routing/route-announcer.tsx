import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentPage, titlePage } from '#platform/document-title.ts';

/** On every new page: its title, its name said to screen readers, and focus on its heading. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [said, setSaid] = useState('');
  useEffect(() => {
    titlePage(currentPage(router));
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      const page = currentPage(router);
      titlePage(page);
      if (!fromLocation || !pathChanged) return;
      setSaid(page);
      focusHeading();
    });
  }, [router]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

let stopWaiting = (): void => undefined;

/** A page that waits for its first data has no heading yet: it gets the focus when it comes, if nothing else took it meanwhile. */
function focusHeading(): void {
  stopWaiting();
  if (focusNow()) return;
  const before = document.activeElement;
  const watcher = new MutationObserver(() => {
    const isFree = [before, document.body, null].includes(document.activeElement);
    if (!isFree || focusNow()) stopWaiting();
  });
  stopWaiting = () => watcher.disconnect();
  watcher.observe(document.body, { childList: true, subtree: true });
}

/** True when it is settled where the focus is. */
function focusNow(): boolean {
  // A screen that put the focus somewhere itself keeps it: sign-in into its field, a list on the row one comes back to.
  if (document.activeElement instanceof HTMLInputElement || document.activeElement?.matches('.row-link')) return true;
  const heading = document.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}
