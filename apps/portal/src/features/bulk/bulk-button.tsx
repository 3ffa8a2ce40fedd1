import type { NewBulkJob } from '@volume/contract/bulk.ts';
import { prepareBulkJob } from '@volume/contract/bulk.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { useOverlay } from '#design/overlay/use-overlay.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import type { Scope } from '#platform/scope.ts';

interface BulkButtonProps {
  scope: Scope;
  /** What would be done with which rows. */
  body: NewBulkJob;
  icon?: ReactNode;
  disabledReason?: string | undefined;
  size?: 's' | 'm';
  /** Once it is started. */
  onStarted?: () => void;
  children: ReactNode;
}

const loadDialog = () => import('./bulk-dialog.tsx').then((module) => module.BulkDialog);

/** Shows what would be done with many rows, and starts it; only where the deployment can. */
export function BulkButton({ scope, body, icon, disabledReason, size = 's', onStarted, children }: BulkButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const close = () => setIsOpen(false);
  const { part: BulkDialog, want } = useOverlay(loadDialog, { isOpen, onClose: close });
  const canDo = useCanDo(prepareBulkJob);
  if (!canDo) return null;
  const open = () => {
    want();
    setIsOpen(true);
    setOpening(opening + 1);
  };
  return (
    <>
      <Button onClick={open} onPointerEnter={want} onFocus={want} {...{ size, icon, disabledReason }}>
        {children}
      </Button>
      {BulkDialog && <BulkDialog {...{ scope, body, opening, isOpen, onStarted }} onClose={close} />}
    </>
  );
}
