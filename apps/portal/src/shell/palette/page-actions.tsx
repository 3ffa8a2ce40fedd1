import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import type { PaletteItem } from './palette-item.ts';

/**
 * What the page in front offers: the buttons and links of its head and whatever else it marks with `data-action`. Read
 * from the page itself, so that permission, reasons and keys are those one sees there.
 */
export function readPageActions(): PaletteItem[] {
  const marked = document.querySelectorAll<HTMLElement>(
    '#main [data-actions] :is(button, a[href]), #main :is(button, a[href])[data-action]',
  );
  const names = new Set<string>();
  return [...marked].flatMap((element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    const isThere = element.checkVisibility?.() ?? true;
    if (name === '' || names.has(name) || !isThere || element.closest('[role="menu"], [role="dialog"]')) return [];
    names.add(name);
    return [toItem(element, name)];
  });
}

function toItem(element: HTMLElement, name: string): PaletteItem {
  const key = element.dataset['key'];
  const isOff = element.getAttribute('aria-disabled') === 'true';
  const reason = document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
  return {
    id: `action-${name}`,
    label: name,
    words: name,
    icon: <CornerDownLeft aria-hidden="true" />,
    hint: key && <kbd className="key">{key}</kbd>,
    disabledReason: isOff ? (reason ?? 'Not available') : undefined,
    action: { press: element },
  };
}
