import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentPage, pageTitle } from './page-title.ts';

/** On every new page: its title, its name said to screen readers, and focus on its heading. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [said, setSaid] = useState('');
  useEffect(() => {
    document.title = pageTitle(currentPage(router));
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      const page = currentPage(router);
      document.title = pageTitle(page);
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

function focusHeading(): void {
  // A screen that put the focus into its own field, as sign-in does, keeps it.
  if (document.activeElement instanceof HTMLInputElement) return;
  const heading = document.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
}
