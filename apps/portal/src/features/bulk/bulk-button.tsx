import type { NewBulkJob } from '@volume/contract/bulk/bulk.ts';
import { prepareBulkJob } from '@volume/contract/bulk/bulk.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { BulkDialog as BulkDialogType } from './bulk-dialog.tsx';
import { Button } from '#design/controls/button.tsx';
import { useOverlay } from '#design/overlay/use-overlay.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import type { Scope } from '#platform/scope.ts';

interface BulkButtonProps {
  scope: Scope;
  body: NewBulkJob;
  details?: ComponentProps<typeof BulkDialogType>['details'];
  icon?: ReactNode;
  disabledReason?: string | undefined;
  size?: 's' | 'm';
  onStarted?: () => void;
  children: ReactNode;
}

const loadDialog = () => import('./bulk-dialog.tsx').then((module) => module.BulkDialog);

/** Shows a dry run of a job over many rows and starts it. Hidden where the deployment does not support bulk jobs. */
export function BulkButton({
  scope,
  body,
  details,
  icon,
  disabledReason,
  size = 's',
  onStarted,
  children,
}: BulkButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const close = () => setIsOpen(false);
  const { part: BulkDialog, load } = useOverlay(loadDialog, { isOpen, onClose: close });
  const canDo = useCanDo(prepareBulkJob);
  if (!canDo) return null;
  const open = () => {
    load();
    setIsOpen(true);
    setOpening(opening + 1);
  };
  return (
    <>
      <Button onClick={open} onPointerEnter={load} onFocus={load} {...{ size, icon, disabledReason }}>
        {children}
      </Button>
      {BulkDialog && <BulkDialog {...{ scope, body, details, opening, isOpen, onStarted }} onClose={close} />}
    </>
  );
}
