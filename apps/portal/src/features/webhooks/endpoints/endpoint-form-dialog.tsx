import { useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { findAddressFault } from '@volume/contract/webhooks/address.ts';
import { type EventType, eventTypes } from '@volume/contract/webhooks/event-types.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  EndpointName,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import * as z from 'zod/mini';
import { ChoiceGroup } from '#design/choose/check-group.tsx';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { pasted, requiredText, textBy } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { readSettings } from '#platform/settings.ts';
import { refetchOnConflict, useBase } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { endpointKeys } from '#platform/queries/webhook-endpoints-query.ts';
import { about, statusText, typeGroups } from './endpoints-query.ts';

type Body = BodyOf<typeof createWebhookEndpoint>;
interface Typed {
  name: string;
  url: string;
  types: EventType[];
}

const addressFault = (text: string): string | undefined => {
  const fault = findAddressFault(text, 'webhook', readSettings());
  return fault === null ? undefined : `The address ${fault}.`;
};
const schema = z.object({
  name: requiredText(EndpointName, 'The name'),
  url: pasted(textBy(addressFault)),
  types: z.array(z.enum(eventTypes)).check(z.minLength(1, 'Choose at least one.')),
});

interface AddProps {
  scope: Scope;
  isOpen: boolean;
  onClose: () => void;
}

export function AddEndpointDialog({ scope, isOpen, onClose }: AddProps) {
  const refetch = useRefetch();
  const write = useWrite(
    (body: Body, { stepUp }) =>
      call(createWebhookEndpoint, { params: scope, applicationId: scope.applicationId, body, stepUp }),
    ({ name }) => {
      void refetch();
      toast.good('Endpoint added', name);
      onClose();
    },
  );
  const form = useForm<Typed, Body>({ schema, values: { name: '', url: '', types: [] }, write });
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title="Add an endpoint"
      description="It receives events when its address has answered a challenge, which you send from the list."
      size="l"
      action="Add endpoint"
      undone="No endpoint was added."
      unknown="The endpoint may have been added. Check the list before you retry."
    >
      <Fields form={form} />
    </FormDialog>
  );
}

export function ChangeEndpointDialog({ scope, endpoint, isOpen, onClose }: AddProps & { endpoint: WebhookEndpoint }) {
  const refetch = useRefetch();
  const [base, rebase] = useBase(endpoint.version, isOpen);
  const ifMatch = useIfMatch(base);
  const write = useWrite(
    (body: Body, { stepUp }) =>
      refetchOnConflict(call(changeWebhookEndpoint, { ...about(scope, endpoint), body, stepUp, ifMatch }), refetch),
    ({ name }) => {
      void refetch();
      toast.good('Endpoint saved', name);
      onClose();
    },
  );
  const types = eventTypes.filter((type) => endpoint.types.includes(type));
  const form = useForm<Typed, Body>({ schema, values: { name: endpoint.name, url: endpoint.url, types }, write });
  if (write.refusal?.isChanged === true && base !== endpoint.version) rebase(endpoint.version);
  const isMoved = form.value('url').trim() !== endpoint.url;
  return (
    <FormDialog
      {...{ form, isOpen, onClose, write }}
      title={`Change “${endpoint.name}”`}
      size="l"
      action="Save endpoint"
      undone="Nothing was changed."
      unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
    >
      <Fields form={form} hint={isMoved ? 'Nothing is sent until this address has answered a challenge.' : undefined} />
    </FormDialog>
  );
}

function useRefetch() {
  const queryClient = useQueryClient();
  return async () => invalidate(queryClient, endpointKeys.all);
}

function Fields({ form, hint }: { form: Form<Typed>; hint?: string | undefined }) {
  return (
    <>
      <TextField label="Name" placeholder="Order service" autoComplete="off" maxLength={40} {...form.text('name')} />
      <TextField
        label="Address"
        hint={hint}
        type="url"
        inputMode="url"
        isMono
        maxLength={1000}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        {...form.text('url')}
      />
      <Types form={form} />
    </>
  );
}

function Types({ form }: { form: Form<Typed> }) {
  const chosen = form.value('types');
  const error = form.errorOf('types');
  const set = (wanted: (type: EventType) => boolean) => form.change('types', eventTypes.filter(wanted));
  return (
    <ChoiceGroup legend="Events" error={error}>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 phone:grid-cols-1">
        {typeGroups.map(({ title, types }) => (
          <div key={title} role="group" aria-label={title} className="grid content-start gap-1.5">
            <Checkbox
              checked={types.every((type) => chosen.includes(type))}
              aria-invalid={error ? true : undefined}
              onChange={(isChosen) => set((type) => (types.includes(type) ? isChosen : chosen.includes(type)))}
            >
              <span className="font-medium">{title}</span>
            </Checkbox>
            <div className="ml-5 grid gap-1.5">
              {types.map((type) => (
                <Checkbox
                  key={type}
                  checked={chosen.includes(type)}
                  onChange={(isChosen) => set((each) => (each === type ? isChosen : chosen.includes(each)))}
                >
                  {statusText(type)} <span className="mono text-label text-ink-3">{type}</span>
                </Checkbox>
              ))}
            </div>
          </div>
        ))}
      </div>
    </ChoiceGroup>
  );
}
