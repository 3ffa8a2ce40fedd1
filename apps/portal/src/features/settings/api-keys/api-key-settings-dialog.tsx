import type { BodyOf } from '@volume/contract/endpoint.ts';
import { type ApiKeySettings, setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { TextArea } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { AmountField } from '#forms/amount-field.tsx';
import { amountText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, readAgain } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { apiKeySettingsQuery, apiKeyTitles, settingsOf, sumText } from './api-key-settings.ts';
import { typedAddresses, typedLimit } from './typed-rights.ts';

type Body = BodyOf<typeof setApiKeySettings>;
interface Typed {
  /** One address or range per line. */
  allowedAddresses: string;
  moneyLimit: string;
}

const schema = z.object({
  allowedAddresses: typedAddresses,
  moneyLimit: z.string(),
});

const schemaOf = ({ moneyLimit }: Typed) => z.extend(schema, { moneyLimit: typedLimit(moneyLimit) });

const toTyped = ({ allowedAddresses, moneyLimit }: ApiKeySettings): Typed => ({
  allowedAddresses: allowedAddresses.join('\n'),
  moneyLimit: moneyLimit === null ? '' : amountText(moneyLimit),
});

interface ApiKeySettingsDialogProps {
  scope: Scope;
  settings: ApiKeySettings;
  /** The default limit, for keys without their own, in minor units. */
  usual: number;
  isOpen: boolean;
  onClose: () => void;
}

/** Edits the addresses a key works from and its limit without a person. Loosening either needs a step-up. */
export function ApiKeySettingsDialog({ scope, settings, usual, isOpen, onClose }: ApiKeySettingsDialogProps) {
  const write = useApiKeySettings(scope, settings, onClose);
  const form = useForm<Typed, Body>({ schema: schemaOf, values: toTyped(settings), write });
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title={apiKeyTitles[settings.key]}
      description="Changes apply from the next call. Raising a limit needs your code or password."
      size="l"
      action="Save"
      undone="The key was not changed."
      unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
    >
      <TextArea
        label="Allowed addresses"
        hint="IP addresses or ranges of your servers, such as 203.0.113.0/24, one per line. Leave empty to allow any."
        rows={4}
        autoComplete="off"
        spellCheck={false}
        isMono
        {...form.text('allowedAddresses')}
      />
      <AmountField
        label="Refunds and payouts in 24 hours"
        hint={`The most this key can move on its own, in each currency. Leave empty for the usual ${sumText(usual)}, shared with your team. 0 stops it from moving money.`}
        placeholder={amountText(usual)}
        {...form.amount('moneyLimit')}
      />
    </FormDialog>
  );
}

/** If another user saved first, continues from the current settings and keeps what was typed. */
function useApiKeySettings(scope: Scope, settings: ApiKeySettings, onSaved: () => void) {
  const queryClient = useQueryClient();
  const query = apiKeySettingsQuery(scope);
  const [base, setBase] = useState(settings);
  const ifMatch = useIfMatch(base.version);
  const { key } = settings;
  const refetch = async () => {
    const now = settingsOf(await readAgain(queryClient, query), key);
    if (now) setBase(now);
  };
  return useWrite(
    (body: Body, { stepUp }) =>
      refetchOnConflict(
        call(setApiKeySettings, {
          params: { ...scope, key },
          applicationId: scope.applicationId,
          body,
          ifMatch,
          stepUp,
        }),
        refetch,
      ),
    () => {
      invalidate(queryClient, query.queryKey);
      toast.good(`${apiKeyTitles[key]} saved`);
      onSaved();
    },
  );
}
