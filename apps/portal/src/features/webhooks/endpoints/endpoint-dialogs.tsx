import { useQueryClient } from '@tanstack/react-query';
import {
  confirmWebhookEndpoint,
  deleteWebhookEndpoint,
  hoursOfKeyOverlap,
  rotateWebhookEndpointKey,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { pasted, textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { endpointKeys } from '#platform/queries/webhook-endpoints-query.ts';
import { about } from './endpoints-query.ts';

interface EndpointDialogProps {
  scope: Scope;
  endpoint: WebhookEndpoint;
  isOpen: boolean;
  onClose: () => void;
}

function useDone(onClose: () => void) {
  const queryClient = useQueryClient();
  return (title: string, name: string) => {
    invalidate(queryClient, endpointKeys.all, webhookDeliveryKeys.all);
    toast.good(title, name);
    onClose();
  };
}

const codeSchema = z.object({
  code: pasted(textBy((text) => (text === '' ? 'Enter the challenge from your server’s log.' : undefined))),
});

/** Confirms the address with the challenge from the log of its server. */
export function CodeDialog({ scope, endpoint, isOpen, onClose }: EndpointDialogProps) {
  const finish = useDone(onClose);
  const write = useWrite(
    (body: { code: string }) => call(confirmWebhookEndpoint, { ...about(scope, endpoint), body }),
    ({ name }) => finish('Address confirmed', name),
  );
  const form = useForm({ schema: codeSchema, values: { code: '' }, write });
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title={`Confirm “${endpoint.name}”`}
      description="Use this when your server keeps a log of what it receives but does not answer challenges."
      action="Confirm address"
      undone="The address is not confirmed."
      unknown="We couldn’t confirm whether it was done. It’s safe to retry."
    >
      <TextField
        label="Challenge"
        hint="The text after “challenge” in the body of our last request"
        isMono
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        {...form.text('code')}
      />
    </FormDialog>
  );
}

export function RotateKeyDialog({ scope, endpoint, isOpen, onClose }: EndpointDialogProps) {
  const finish = useDone(onClose);
  const write = useWrite(
    (_: undefined, { stepUp }) => call(rotateWebhookEndpointKey, { ...about(scope, endpoint), stepUp }),
    ({ name }) => finish('Key rotated', name),
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title={`Rotate the key of “${endpoint.name}”?`}
      action="Rotate key"
      onConfirm={() => write.run(undefined)}
      undone="The key was not changed."
      unknown="The key may have been rotated. Check the list before you retry."
    >
      <Notice tone="info" title={`Both keys sign for ${hoursOfKeyOverlap} hours.`}>
        Give your server the new public key in that time. After it, only the new key signs.
      </Notice>
    </ConfirmDialog>
  );
}

export function DeleteEndpointDialog({ scope, endpoint, isOpen, onClose }: EndpointDialogProps) {
  const finish = useDone(onClose);
  const write = useWrite(
    (_: undefined, { stepUp }) => call(deleteWebhookEndpoint, { ...about(scope, endpoint), stepUp }),
    () => finish('Endpoint deleted', endpoint.name),
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title={`Delete “${endpoint.name}”?`}
      action="Delete endpoint"
      isDangerous
      onConfirm={() => write.run(undefined)}
      undone="The endpoint was not deleted."
      unknown="We couldn’t confirm whether it was deleted. Check the list before you retry."
    >
      <Notice tone="held" title="It receives nothing from now on.">
        What waits to be sent to it is given up. Its deliveries stay in the log.
      </Notice>
    </ConfirmDialog>
  );
}
