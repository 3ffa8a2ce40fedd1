import { resetApiKey, type ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { isDemo } from '#platform/calls/demo.ts';
import { call } from '#platform/provider-api.ts';
import { apiKeyKeys } from '#platform/queries/api-keys-query.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { activityKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { apiKeySettingsKeys } from './api-key-settings.ts';

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

/** The key, shown only this once: selected, ready to be copied, removed with “Done”. */
function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // A layout effect, so that it runs before the dialog restores the focus that the pressed button lost.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <>
      <Notice tone="held" title="Copy it now. It won’t be shown again.">
        We don’t store a copy. Save it with your server’s secrets, never in a web page or an app.
        {isDemo && ' In the demo it opens nothing: there is no server to call.'}
      </Notice>
      <textarea
        ref={field}
        readOnly
        rows={2}
        aria-label="The new key"
        spellCheck={false}
        className="mono w-full resize-none rounded border border-line-2 bg-sunken px-3 py-2.5 leading-[1.5] break-all"
        value={value}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={value}>Copy key</CopyButton>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}
