import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen, useOverlay } from '#design/overlay/use-overlay.ts';
import { onOpenPalette } from '#design/layout/palette-opener.ts';
import { readSession } from '#platform/session/session.ts';

const loadPalette = () => import('./palette.tsx').then((module) => module.Palette);

/** Opens the palette on Ctrl or ⌘ with K, and when the search field of the frame is pressed, while a user is signed in. */
export function PaletteHost() {
  const [isOpen, setIsOpen] = useState(false);
  const { part: Palette, load } = useOverlay(loadPalette, { isOpen, onClose: () => setIsOpen(false) });
  const open = () => {
    load();
    setIsOpen(true);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // With caps lock on, the key is a capital letter.
    const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && /^k$/i.test(event.key);
    if (!isAsked || !isInFrame()) return;
    event.preventDefault();
    if (isOpen) setIsOpen(false);
    // An open dialog comes first: text typed into it must not be lost.
    else if (!isDialogOpen()) open();
  });
  const onAsked = useEffectEvent(open);
  useEffect(() => {
    const controller = new AbortController();
    window.addEventListener('keydown', (event) => onKey(event), controller);
    onOpenPalette(() => onAsked(), controller);
    return () => controller.abort();
  }, []);
  return Palette && isOpen ? <Palette onClose={() => setIsOpen(false)} /> : null;
}

/** True when one of the signed-in layouts is shown. */
const isInFrame = (): boolean => readSession().kind !== 'none' && document.querySelector('.frame') !== null;
