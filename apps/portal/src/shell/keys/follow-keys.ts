import type { AnyRouter } from '@tanstack/react-router';
import { isTyping } from '#design/choose/is-typing.ts';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';
import { currentApplicationId } from '#platform/hrefs.ts';
import { readPreferences } from '#platform/preferences.ts';
import { openPlaces } from '#shell/palette/places.tsx';
import { openKeys } from './open-keys.ts';

/** How long `g` waits for its letter. */
const pauseMs = 1_500;

/**
 * Single keys on every page: `g` and a letter goes, `?` lists the keys, and a key a control of the page names in
 * `data-key` presses it. Silent while typing, in dialogs, or when turned off.
 */
export function followKeys(router: AnyRouter): () => void {
  let goesSince = -pauseMs;
  const press = (event: KeyboardEvent): void => {
    if (!readPreferences().keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isOverlayOpen()) return;
    if (!document.querySelector('.frame')) return;
    const isGoing = event.timeStamp - goesSince < pauseMs;
    goesSince = event.key === 'g' && !isGoing ? event.timeStamp : -pauseMs;
    const follow = isGoing ? placeAt(router, event.key) : event.key === '?' ? openKeys : buttonAt(event.key);
    if (!follow) return;
    event.preventDefault();
    follow();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

function placeAt(router: AnyRouter, key: string): (() => void) | undefined {
  const place = openPlaces().find((each) => each.key === key);
  return place && (() => void router.navigate({ href: place.href({ applicationId: currentApplicationId() }) }));
}

function buttonAt(key: string): (() => void) | undefined {
  const button = document.querySelector<HTMLElement>(`#main [data-key="${CSS.escape(key)}"]`);
  return button ? () => button.click() : undefined;
}
