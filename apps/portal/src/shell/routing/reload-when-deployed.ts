import type { AnyRouter } from '@tanstack/react-router';

const key = 'v_reloaded_v1';
const missing = 'Code is missing: ';

/** The event that Vite's loader sends when a chunk fails to load. */
type LoadFailure = Event & { payload: Error };

/**
 * Reloads a page whose code is missing because a new build was deployed, at the address that was being opened. Only when the
 * server really has another build, and once per build: a later failure is shown as an error. Lazily loaded parts such as dialogs
 * and menus never cause a reload, because the user may be typing.
 */
export function reloadWhenDeployed(router: AnyRouter): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as LoadFailure;
    // With the browser's own message the router would reload without checking for a new build, even offline.
    payload.message = missing + payload.message;
    const entry = document.getElementById('entry')?.getAttribute('href');
    if (router.state.status === 'pending' && entry && navigator.onLine && !hasTried(entry))
      // The page's own list of files names it without the slash in front (boot/in-page.ts).
      void reloadWhere((page) => !page.includes(entry.slice(1)));
  });
}

/** Whether a page failed because a chunk failed to load. */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.message.startsWith(missing);

/** True from the second call on, and in a browser without storage, so that it never reloads in a loop. */
function hasTried(entry: string): boolean {
  try {
    const tried = sessionStorage.getItem(key) === entry;
    sessionStorage.setItem(key, entry);
    return tried;
  } catch {
    return true;
  }
}

/** Reloads the page if the server's response satisfies the condition; otherwise returns false. */
export async function reloadWhere(isWanted: (page: string) => boolean): Promise<boolean> {
  const { href } = window.location;
  const page = await fetch(href, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => undefined);
  const isFound = page?.ok === true && isWanted(await page.text());
  if (isFound) window.location.reload();
  return isFound;
}
