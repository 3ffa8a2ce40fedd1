import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pageActions } from '#design/controls/page-actions.tsx';
import { isTyping } from '#design/choose/use-shortcut.ts';
import { isMenuOpen, isOverlayOpen, useOverlay } from '#design/overlay/use-overlay.ts';
import { currentApplicationId } from '#platform/hrefs.ts';
import { readPreferences } from '#platform/preferences.ts';
import { openPlaces } from '#shell/frame/nav-items.ts';
import { openPage } from '#shell/routing/link-clicks.ts';
import { onOpenKeys, openKeys } from './open-keys.ts';

const loadDialog = () => import('./keys-dialog.tsx').then((module) => module.KeysDialog);

export function KeysHost() {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const { part: KeysDialog, load } = useOverlay(loadDialog, { isOpen, onClose: () => setIsOpen(false) });
  useEffect(() => followKeys(router), [router]);
  useEffect(
    () =>
      onOpenKeys(() => {
        load();
        setIsOpen(true);
      }),
    [load],
  );
  return KeysDialog === null ? null : <KeysDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />;
}

/** How long `g` waits for its second key. */
const pauseMs = 1_500;

/**
 * Single-key shortcuts on every page: `g` and a letter opens a page, `?` lists the shortcuts, `v` toggles privacy mode,
 * and the shortcut of a page's action presses it. Ignored while typing, in dialogs (except `v`), or when turned off.
 */
function followKeys(router: AnyRouter): () => void {
  let goesSince = -pauseMs;
  const press = (event: KeyboardEvent): void => {
    if (!readPreferences().keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // Privacy mode must work in dialogs too, for users who share their screen; in a menu, letters select its entries.
    if (isTyping(event.target) || (event.key === 'v' ? isMenuOpen() : isOverlayOpen())) return;
    if (!document.querySelector('.frame')) return;
    const isGoing = event.timeStamp - goesSince < pauseMs;
    goesSince = event.key === 'g' && !isGoing ? event.timeStamp : -pauseMs;
    const follow = isGoing ? placeAt(router, event.key) : (own[event.key] ?? buttonAt(event.key));
    if (!follow) return;
    event.preventDefault();
    follow();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

const own: Record<string, () => void> = {
  '?': openKeys,
  v: () => void import('#shell/privacy-mode/privacy-mode.ts').then(({ togglePrivacyMode }) => togglePrivacyMode()),
};

function placeAt(router: AnyRouter, key: string): (() => void) | undefined {
  const place = openPlaces().find((each) => each.key === key);
  return place && (() => openPage(router, place.href({ applicationId: currentApplicationId() })));
}

function buttonAt(key: string): (() => void) | undefined {
  const action = pageActions().find(({ shortcut }) => shortcut === key);
  return action && (() => action.element.click());
}
