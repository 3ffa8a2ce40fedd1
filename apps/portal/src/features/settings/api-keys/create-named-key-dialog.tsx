import { useQueryClient } from '@tanstack/react-query';
import { type ApiKeyScope, apiKeyScopes } from '@volume/contract/access.ts';
import { createNamedKey, KeyName } from '@volume/contract/api-keys/named-keys.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CheckGroup } from '#design/choose/check-group.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { TextArea, TextField } from '#design/controls/text-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { AmountField } from '#forms/amount-field.tsx';
import { amountText, requiredText } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { sumText } from './api-key-settings.ts';
import { expiries, type Expiry, scopeDetails, scopeTitles, typedExpiry } from './named-keys.ts';
import { namedKeyKeys } from '#platform/queries/named-keys-query.ts';
import { NewKey } from './new-key.tsx';
import { typedAddresses, typedLimit } from './typed-rights.ts';

type Body = BodyOf<typeof createNamedKey>;
interface Typed {
  name: string;
  scopes: ApiKeyScope[];
  expiresAtUtc: Expiry;
  allowedAddresses: string;
  moneyLimit: string;
}

const empty: Typed = { name: '', scopes: ['READ'], expiresAtUtc: '90', allowedAddresses: '', moneyLimit: '' };

const schema = z.object({
  name: requiredText(KeyName, 'The name'),
  scopes: z.array(z.enum(apiKeyScopes)).check(z.minLength(1, 'Choose at least one.')),
  expiresAtUtc: typedExpiry,
  allowedAddresses: typedAddresses,
  moneyLimit: z.string(),
});
const schemaOf = ({ moneyLimit }: Typed) => z.extend(schema, { moneyLimit: typedLimit(moneyLimit) });

interface CreateDialogProps {
  scope: Scope;
  usual: number | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a key after a step-up and shows it only this once. */
export function CreateNamedKeyDialog({ scope, usual, isOpen, onClose }: CreateDialogProps) {
  const [value, setValue] = useState<string>();
  const queryClient = useQueryClient();
  const write = useWrite(
    (body: Body, { stepUp }) =>
      call(createNamedKey, { params: scope, applicationId: scope.applicationId, body, stepUp }),
    (made) => {
      setValue(made.value);
      invalidate(queryClient, namedKeyKeys.all);
    },
  );
  const form = useForm<Typed, Body>({ schema: schemaOf, values: empty, write });
  if (value !== undefined) {
    const close = () => {
      setValue(undefined);
      form.reset();
      onClose();
    };
    return (
      <Dialog isOpen={isOpen} onClose={close} canClose={false} title="Your new key">
        <NewKey value={value} onDone={close} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title="Create a key"
      description="It is shown once, right after it is created. Only its name can be changed later."
      size="l"
      action="Create key"
      undone="No key was created."
      unknown="The key may have been created. Check the list before you retry."
    >
      <TextField label="Name" placeholder="Order service" autoComplete="off" {...form.text('name')} />
      <Scopes form={form} />
      <SelectField label="Expires" size="l" options={expiries} {...form.choice('expiresAtUtc')} />
      <TextArea
        label="Allowed addresses"
        hint="IP addresses or ranges of your servers, such as 203.0.113.0/24, one per line. Leave empty to allow any."
        rows={3}
        autoComplete="off"
        spellCheck={false}
        isMono
        {...form.text('allowedAddresses')}
      />
      {usual !== undefined && <Limit {...{ form, usual }} />}
    </FormDialog>
  );
}

/** Only for a key that can move money. */
function Limit({ form, usual }: { form: Form<Typed>; usual: number }) {
  const scopes = form.value('scopes');
  if (!scopes.includes('REFUNDS') && !scopes.includes('PAYOUTS')) return null;
  return (
    <AmountField
      label="Refunds and payouts in 24 hours"
      hint={`The most this key can move on its own, in each currency. Leave empty for the usual ${sumText(usual)}, shared with your team.`}
      placeholder={amountText(usual)}
      {...form.amount('moneyLimit')}
    />
  );
}

const Scopes = ({ form }: { form: Form<Typed> }) => (
  <CheckGroup
    legend="What it can do"
    className="grid gap-2"
    options={apiKeyScopes.map((scope) => [
      scope,
      <>
        {scopeTitles[scope]} <span className="text-ink-3">{scopeDetails[scope]}</span>
      </>,
    ])}
    chosen={form.value('scopes')}
    onChange={(chosen) => form.change('scopes', chosen)}
    error={form.errorOf('scopes')}
  />
);
