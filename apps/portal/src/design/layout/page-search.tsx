import { Search } from 'lucide-react';

/** Opens the palette of the frame it stands in; the shell hears the press, wherever it comes from. */
export function PageSearch() {
  return (
    <button type="button" data-palette className="page-search" aria-keyshortcuts="Control+K Meta+K">
      <Search aria-hidden="true" />
      <span>Find a payment or a page</span>
      <kbd className="key" aria-hidden="true">
        {/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
