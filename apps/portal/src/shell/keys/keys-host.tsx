import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useOverlay } from '#design/overlay/use-overlay.ts';
import { followKeys } from './follow-keys.ts';
import { onOpenKeys } from './open-keys.ts';

const loadDialog = () => import('./keys-dialog.tsx').then((module) => module.KeysDialog);

/** Hears the single keys, and shows the list of them when asked. */
export function KeysHost() {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const { part: KeysDialog, want } = useOverlay(loadDialog, { isOpen, onClose: () => setIsOpen(false) });
  useEffect(() => followKeys(router), [router]);
  useEffect(
    () =>
      onOpenKeys(() => {
        want();
        setIsOpen(true);
      }),
    [want],
  );
  return KeysDialog === null ? null : <KeysDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />;
}
