import {
  type ApiKeySlot,
  type ApiKeySummary,
  type getApiKeySettings,
  resetApiKey,
} from '@volume/contract/api-keys/api-keys.ts';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { apiKeyKeys } from '#platform/queries/api-keys-query.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { apiKeySettingsKeys, settingsOf } from './api-key-settings.ts';
import { NewKey } from './new-key.tsx';

const names: Record<ApiKeySlot, string> = { PRIMARY: 'primary key', SECONDARY: 'secondary key' };

interface ResetDialogProps {
  scope: Scope;
  slot: ApiKeySlot;
  summaries: Record<ApiKeySlot, ApiKeySummary | undefined>;
  /** Undefined where it is not known when keys were used. */
  settings: ResponseOf<typeof getApiKeySettings> | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Creates a key after a step-up and shows it only this once. Escape and outside clicks do not close the dialog while it
 * is shown.
 */
export function ResetApiKeyDialog({ scope, slot, summaries, settings, isOpen, onClose }: ResetDialogProps) {
  const [value, setValue] = useState<string>();
  const write = useReset(scope, setValue);
  const name = names[slot];
  const rest = useRest({ slot, summaries, settings });
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
  const isSet = summaries[slot]?.isSet === true;
  const action = isSet ? `Reset the ${name}` : `Create the ${name}`;
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

/** What else works, and whether the server uses it already. */
function useRest({ slot, summaries, settings }: Pick<ResetDialogProps, 'slot' | 'summaries' | 'settings'>): string {
  const zone = useZone();
  const otherSlot = slot === 'PRIMARY' ? 'SECONDARY' : 'PRIMARY';
  const other = names[otherSlot];
  const isSet = summaries[slot]?.isSet === true;
  if (summaries[otherSlot]?.isSet !== true)
    return `There is no ${other} to switch to${isSet ? ': create it first to rotate without downtime' : ''}.`;
  const [own, rest] = [settingsOf(settings, slot)?.lastUsedAtUtc, settingsOf(settings, otherSlot)?.lastUsedAtUtc];
  if (!isSet || own === undefined || rest === undefined) return `The ${other} keeps working.`;
  const used = (utc: string) => `was last used on ${formatDateTime(utc, zone, 'full')}.`;
  const ofOwn = own === null ? 'This key has never been used.' : `This key ${used(own)}`;
  return rest === null
    ? `${ofOwn} The ${other} keeps working, but has never been used: switch your server to it first.`
    : `${ofOwn} The ${other} keeps working. It ${used(rest)}`;
}

function useReset(scope: Scope, onDone: (value: string) => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (key: ApiKeySlot, { stepUp }) =>
      call(resetApiKey, { params: { ...scope, key }, applicationId: scope.applicationId, stepUp }),
    ({ value }) => {
      onDone(value);
      invalidate(queryClient, apiKeyKeys.all, apiKeySettingsKeys.all);
    },
  );
}
