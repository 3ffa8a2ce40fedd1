import type { AnyRouter } from '@tanstack/react-router';

const key = 'v_reloaded_v1';
const missing = 'Code is missing: ';

/** Sent by Vite's loader for code that does not come. */
type LoadFailure = Event & { payload: Error };

/**
 * A page whose code is gone because a new build has taken its place comes anew, at the address it was on its way to.
 * Only when the server really has another build, and once for each: what fails after that is shown. Parts that load on use
 * (dialogs, menus) never take away a page that someone may be typing in.
 */
export function reloadWhenDeployed(router: AnyRouter): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as LoadFailure;
    // By the browser's own sentence the router would reload without a look whether there is another build, offline too.
    payload.message = missing + payload.message;
    const entry = document.getElementById('entry')?.getAttribute('href');
    if (router.state.status === 'pending' && entry && navigator.onLine && !hasTried(entry))
      // The page's own list of files names it without the slash in front (boot/in-page.ts).
      void reloadWhere((page) => !page.includes(entry.slice(1)));
  });
}

/** Whether a page failed because code of it did not come. */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.message.startsWith(missing);

/** True from the second time on; a browser that stores nothing never reloads. */
function hasTried(entry: string): boolean {
  try {
    const tried = sessionStorage.getItem(key) === entry;
    sessionStorage.setItem(key, entry);
    return tried;
  } catch {
    return true;
  }
}

/** Loads the page anew where the server answers with one that is wanted; false where it does not. */
export async function reloadWhere(isWanted: (page: string) => boolean): Promise<boolean> {
  const { href } = window.location;
  const page = await fetch(href, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => undefined);
  const isFound = page?.ok === true && isWanted(await page.text());
  if (isFound) window.location.reload();
  return isFound;
}
