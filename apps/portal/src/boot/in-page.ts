import { beginCalls } from './begin-calls.ts';
import { showInstantShell } from './instant-shell.ts';

// Stands in the page itself, as one script (vite/boot.ts).
const first = beginCalls();
document.addEventListener('DOMContentLoaded', () => {
  const entry = document.getElementById('entry') as HTMLLinkElement;
  // What cannot be begun is an error of the entry's link, which the page says (index.html).
  const sayLost = (): boolean => entry.dispatchEvent(new Event('error'));
  void showInstantShell(first)
    .then(() => import(/* @vite-ignore */ entry.href))
    .catch(sayLost);
});
