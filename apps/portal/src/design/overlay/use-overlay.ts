import { useEffect } from 'react';
import { type Lazy, useLazy } from './use-lazy.ts';

type OverlayKind = 'dialog' | 'menu';

/** What is asked for now, be it open or still loading: state, not markup, since one that fades out stands in the page. */
const asked = new Map<object, OverlayKind>();

/** Whether a dialog, sheet or popover stands before the page or is about to. */
export const isDialogOpen = (): boolean => [...asked.values()].includes('dialog');

export const isMenuOpen = (): boolean => [...asked.values()].includes('menu');

/** The same, or a menu: what is pressed then is theirs. */
export const isOverlayOpen = (): boolean => asked.size > 0;

interface Overlay {
  isOpen: boolean;
  onClose: () => void;
  kind?: OverlayKind;
}

/** The attributes of a button that opens an overlay, whose code comes with the first hover, focus or click. */
export const openerProps = (
  { isOpen, kind = 'dialog' }: Omit<Overlay, 'onClose'>,
  { part, load }: Lazy<unknown>,
  onOpenChange: (isOpen: boolean) => void,
) =>
  ({
    type: 'button',
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-busy': isOpen && part === null ? true : undefined,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => {
      load();
      onOpenChange(!isOpen);
    },
  }) as const;

/** The code of something that opens over the page, loaded on first use. Esc calls it off while it is still loading. */
export function useOverlay<Part>(
  importPart: () => Promise<Part>,
  { isOpen, onClose, kind = 'dialog' }: Overlay,
): Lazy<Part> {
  const { part, load } = useLazy(importPart, isOpen ? onClose : undefined);
  useEffect(() => {
    if (!isOpen) return;
    const overlay = {};
    asked.set(overlay, kind);
    return () => void asked.delete(overlay);
  }, [isOpen, kind]);
  const isLoading = isOpen && part === null;
  useEffect(() => {
    if (!isLoading) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return { part, load };
}
