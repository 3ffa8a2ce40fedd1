import { beginCalls } from './begin-calls.ts';
import { showInstantShell } from './instant-shell.ts';

declare const __DEMO__: boolean;
/** Set by the build (vite/boot.ts): the files of every page, with the entry first, the additional ones of each address, and the font. */
declare const __FILES__: { entry: string[]; routes: Record<string, string[]>; font: string };

// This is the page's inline script. It sends the calls before it loads files, because a browser opens only six connections
// to a server. The demo has no server to call.
const first = __DEMO__ ? {} : beginCalls();
fetchFiles();
document.addEventListener('DOMContentLoaded', () => {
  const entry = document.getElementById('entry') as HTMLLinkElement;
  // The portal's code waits until the shell is painted, but not for long, because a page in the background is never painted.
  const late = new Promise((resolve) => setTimeout(resolve, 300));
  void Promise.race([showInstantShell(first), late])
    // Without a shell, the portal renders the page from the start.
    .catch(() => undefined)
    .then(() => import(/* @vite-ignore */ entry.href))
    // index.html shows a message when the entry's link reports an error.
    .catch(() => entry.dispatchEvent(new Event('error')));
});

/** Preloads the code of this address along with the entry, and the font with a low priority. */
function fetchFiles(): void {
  const { entry, routes, font } = __FILES__;
  const load = (file: string, kind: Partial<HTMLLinkElement>): void =>
    document.head.append(Object.assign(document.createElement('link'), { href: `/${file}`, ...kind }));
  // Every `$name` in an address matches one part of the path.
  const isHere = (address: string): boolean =>
    new RegExp(`^${address.replaceAll(/\$[^/]+/g, '[^/]+')}/*$`).test(window.location.pathname);
  const here = Object.keys(routes).find(isHere) ?? '';
  for (const file of [...entry, ...(routes[here] ?? [])])
    load(file, { rel: 'modulepreload', id: file === entry[0] ? 'entry' : '' });
  load(font, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', fetchPriority: 'low' });
}
