import { useQueryClient } from '@tanstack/react-query';
import {
  KeyName,
  type NamedKey,
  renameNamedKey,
  revokeNamedKey,
  rotateNamedKey,
} from '@volume/contract/api-keys/named-keys.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { SelectField } from '#design/choose/select-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { expiries, type Expiry, typedExpiry } from './named-keys.ts';
import { namedKeyKeys } from '#platform/queries/named-keys-query.ts';
import { NewKey } from './new-key.tsx';

interface KeyDialogProps {
  scope: Scope;
  named: NamedKey;
  isOpen: boolean;
  onClose: () => void;
}

const nameSchema = z.object({ name: requiredText(KeyName, 'The name') });

export function RenameDialog({ scope, named, isOpen, onClose }: KeyDialogProps) {
  const refetch = useRefetch();
  const write = useWrite(
    (body: BodyOf<typeof renameNamedKey>) => call(renameNamedKey, { ...about(scope, named), body }),
    (_, { name }) => {
      refetch();
      toast.good('Key renamed', name);
      onClose();
    },
  );
  const form = useForm({ schema: nameSchema, values: { name: named.name }, write });
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title="Rename the key"
      action="Rename"
      undone="The key was not renamed."
      unknown="We couldn’t confirm whether it was renamed. It’s safe to retry."
    >
      <TextField label="Name" autoComplete="off" {...form.text('name')} />
    </FormDialog>
  );
}

const rotation = z.object({ expiresAtUtc: typedExpiry });

/** Replaces the value of a key after a step-up and shows the new one only this once. */
export function RotateDialog({ scope, named, isOpen, onClose }: KeyDialogProps) {
  const [value, setValue] = useState<string>();
  const refetch = useRefetch();
  const write = useWrite(
    (body: BodyOf<typeof rotateNamedKey>, { stepUp }) => call(rotateNamedKey, { ...about(scope, named), body, stepUp }),
    (made) => {
      setValue(made.value);
      refetch();
    },
  );
  const usual: Expiry = named.expiresAtUtc === null ? 'NEVER' : '90';
  const form = useForm<{ expiresAtUtc: Expiry }, BodyOf<typeof rotateNamedKey>>({
    schema: rotation,
    values: { expiresAtUtc: usual },
    write,
  });
  if (value !== undefined) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title={`The new “${named.name}”`}>
        <NewKey value={value} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title={`Rotate “${named.name}”?`}
      action="Rotate key"
      isDangerous
      undone="The key was not changed."
      unknown="The key may have been replaced. Retry to get a new one."
    >
      <Notice tone="held" title="The current key stops working immediately.">
        To switch without downtime, create another key first.
      </Notice>
      <SelectField label="The new key expires" size="l" options={expiries} {...form.choice('expiresAtUtc')} />
    </FormDialog>
  );
}

/** Needs no step-up: a key that is misused can be stopped immediately. */
export function RevokeDialog({ scope, named, isOpen, onClose }: KeyDialogProps) {
  const refetch = useRefetch();
  const write = useWrite(
    () => call(revokeNamedKey, about(scope, named)),
    () => {
      refetch();
      toast.good('Key revoked', named.name);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title={`Revoke “${named.name}”?`}
      action="Revoke key"
      isDangerous
      onConfirm={() => write.run(undefined)}
      undone="The key was not revoked."
      unknown="We couldn’t confirm whether it was revoked. Check the list before you retry."
    >
      <Notice tone="held" title="The key stops working immediately.">
        Calls with it will be refused, and it cannot be brought back.
      </Notice>
    </ConfirmDialog>
  );
}

const about = (scope: Scope, { keyId }: NamedKey) => ({
  params: { ...scope, keyId },
  applicationId: scope.applicationId,
});

function useRefetch() {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, namedKeyKeys.all);
}
