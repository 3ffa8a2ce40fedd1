import { useCallback, useState } from 'react';

/**
 * The subject of a dialog. It is kept when the dialog closes, so that the dialog can finish what it sends; `count` is the key
 * of the dialog, so that each question begins with a new one. `ask` is stable.
 */
export function useAsked<Subject extends object>() {
  const [asked, setAsked] = useState<Subject & { count: number; isOpen: boolean }>();
  const ask = useCallback(
    (subject: Subject) => setAsked((before) => ({ ...subject, count: (before?.count ?? 0) + 1, isOpen: true })),
    [],
  );
  const onClose = () => setAsked((before) => before && { ...before, isOpen: false });
  return { asked: asked && { ...asked, onClose }, ask };
}
