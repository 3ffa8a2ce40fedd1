import { useEffect } from 'react';
import { type Lazy, useLazy } from './use-lazy.ts';

type OverlayKind = 'dialog' | 'menu';

/** The overlays that are open or still loading. */
const openOverlays = new Map<object, OverlayKind>();

/** Whether a dialog, sheet or popover is open or loading. */
export const isDialogOpen = (): boolean => [...openOverlays.values()].includes('dialog');

export const isMenuOpen = (): boolean => [...openOverlays.values()].includes('menu');

/** Whether any overlay, a menu included, is open or loading, so that keys belong to it. */
export const isOverlayOpen = (): boolean => openOverlays.size > 0;

/** Counts an overlay as open for `isOverlayOpen` while `isOpen`. */
export function useOpenOverlay(isOpen: boolean, kind: OverlayKind = 'dialog'): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const overlay = {};
    openOverlays.set(overlay, kind);
    return () => void openOverlays.delete(overlay);
  }, [isOpen, kind]);
}

interface Overlay {
  isOpen: boolean;
  onClose: () => void;
  kind?: OverlayKind;
  canWait?: boolean;
}

/** The attributes of a button that opens an overlay; arrow keys open a menu too. `load` starts on the first hover, focus or press. */
export const openerProps = (
  { isOpen, isLoading, kind = 'dialog' }: { isOpen: boolean; isLoading: boolean; kind?: OverlayKind },
  load: () => void,
  onOpenChange: (isOpen: boolean) => void,
) =>
  ({
    type: 'button',
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-busy': isLoading ? true : undefined,
    onPointerEnter: load,
    onFocus: load,
    onClick: (event: { preventDefault: () => void }) => {
      // Otherwise the browser would toggle the popover that this click has just opened.
      event.preventDefault();
      load();
      onOpenChange(!isOpen);
    },
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      load();
      onOpenChange(true);
    },
  }) as const;

/** The code and data of an overlay, which load on first use. Escape cancels the opening while they are still loading. */
export function useOverlay<Part>(
  importPart: () => Promise<Part>,
  { isOpen, onClose, kind = 'dialog', canWait = true }: Overlay,
): Lazy<Part> {
  const { part, load } = useLazy(importPart, isOpen ? onClose : undefined, { canWait });
  useOpenOverlay(isOpen, kind);
  const isLoading = isOpen && part === null;
  useEffect(() => {
    if (!isLoading) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isLoading, onClose]);
  return { part, load };
}
