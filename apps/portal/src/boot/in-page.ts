import { beginCalls } from './begin-calls.ts';
import { showInstantShell } from './instant-shell.ts';

declare const __DEMO__: boolean;
/** What the build knows (vite/boot.ts): the files of every page, the entry first, those of each address beside them, and the font of first paint. */
declare const __FILES__: { entry: string[]; routes: Record<string, string[]>; font: string };

// Stands in the page itself, as one script. Its calls go first: what is fetched after them waits for one of a server's six
// connections. The demo has none to begin.
const first = __DEMO__ ? {} : beginCalls();
fetchFiles();
document.addEventListener('DOMContentLoaded', () => {
  const entry = document.getElementById('entry') as HTMLLinkElement;
  // The portal's code waits for what the page shows first to be painted, which a page in the background never is.
  const late = new Promise((resolve) => setTimeout(resolve, 300));
  void Promise.race([showInstantShell(first), late])
    // What fails here the portal draws itself.
    .catch(() => undefined)
    .then(() => import(/* @vite-ignore */ entry.href))
    // What cannot be begun is an error of the entry's link, which the page says (index.html).
    .catch(() => entry.dispatchEvent(new Event('error')));
});

/** Has the browser fetch the code of this address beside the entry instead of after it, and the font behind it. */
function fetchFiles(): void {
  const { entry, routes, font } = __FILES__;
  const load = (file: string, kind: Partial<HTMLLinkElement>): void =>
    document.head.append(Object.assign(document.createElement('link'), { href: `/${file}`, ...kind }));
  // Every `$` of an address stands for one part of the path.
  const isHere = (address: string): boolean =>
    new RegExp(`^${address.replaceAll(/\$[^/]+/g, '[^/]+')}/*$`).test(window.location.pathname);
  const here = Object.keys(routes).find(isHere) ?? '';
  for (const file of [...entry, ...(routes[here] ?? [])])
    load(file, { rel: 'modulepreload', id: file === entry[0] ? 'entry' : '' });
  load(font, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', fetchPriority: 'low' });
}
