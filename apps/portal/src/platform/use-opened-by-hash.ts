import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Opens a form when the address asks for it: `/balances/overview#pay-out-GBP`. The hash is removed, so that reloading or going back
 * does not open the form again. `isReady` is false while the form cannot open yet.
 */
export function useOpenedByHash(
  open: (hash: string) => void,
  isAsked: (hash: string) => boolean,
  isReady = true,
): void {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const isOpening = isReady && hash !== '' && isAsked(hash);
  useEffect(() => {
    if (!isOpening) return;
    open(hash);
    void navigate({ to: '.', search: true, hash: '', replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once for each address that asks for it
  }, [isOpening, hash]);
}

/** The same for one form of a component that is also used where there are no addresses. */
export function OpenedByHash({ hash, isReady, onOpen }: { hash: string; isReady: boolean; onOpen: () => void }): null {
  useOpenedByHash(onOpen, (asked) => asked === hash, isReady);
  return null;
}
