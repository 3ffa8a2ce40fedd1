import { resetApiKey, type ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { apiKeyKeys } from '#platform/queries/api-keys-query.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { activityKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { apiKeySettingsKeys } from './api-key-settings.ts';
import { NewKey } from './new-key.tsx';

const names: Record<ApiKeySlot, string> = { PRIMARY: 'primary key', SECONDARY: 'secondary key' };

interface ResetDialogProps {
  scope: Scope;
  slot: ApiKeySlot;
  /** True if the new key invalidates an existing one. */
  isSet: boolean;
  /** True if the other key is set, to switch to. */
  isOtherSet: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Creates a key after a step-up and shows it only this once. Escape and outside clicks do not close the dialog while it
 * is shown.
 */
export function ResetApiKeyDialog({ scope, slot, isSet, isOtherSet, isOpen, onClose }: ResetDialogProps) {
  const [value, setValue] = useState<string>();
  const write = useReset(scope, setValue);
  const name = names[slot];
  if (value !== undefined) {
    const close = () => {
      setValue(undefined);
      onClose();
    };
    return (
      <Dialog isOpen={isOpen} onClose={close} canClose={false} title={`Your new ${name}`}>
        <NewKey value={value} onDone={close} />
      </Dialog>
    );
  }
  const action = isSet ? `Reset the ${name}` : `Create the ${name}`;
  const other = names[slot === 'PRIMARY' ? 'SECONDARY' : 'PRIMARY'];
  const rest = isOtherSet
    ? `The ${other} keeps working.`
    : `There is no ${other} to switch to${isSet ? ': create it first to rotate without downtime' : ''}.`;
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, action }}
      title={`${action}?`}
      isDangerous={isSet}
      onConfirm={() => write.run(slot)}
      undone="The key was not changed."
      unknown="The key may have been replaced. Retry to get a new one."
    >
      {isSet ? (
        <Notice tone="held" title={`The current ${name} stops working immediately.`}>
          {`Calls signed with it will be refused. ${rest}`}
        </Notice>
      ) : (
        <p className="m-0 text-ink-2">{`It is shown once, right after it is created. ${rest}`}</p>
      )}
    </ConfirmDialog>
  );
}

function useReset(scope: Scope, onDone: (value: string) => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (key: ApiKeySlot, { stepUp }) =>
      call(resetApiKey, { params: { ...scope, key }, applicationId: scope.applicationId, stepUp }),
    ({ value }) => {
      onDone(value);
      invalidate(queryClient, apiKeyKeys.all, apiKeySettingsKeys.all, activityKeys.all);
    },
  );
}
