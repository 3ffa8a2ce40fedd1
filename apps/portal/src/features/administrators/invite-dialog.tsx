import { type Administrator, inviteAdministrator } from '@volume/contract/administrators/administrators.ts';
import { administratorAccess } from '@volume/contract/administrators/labels.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { useId } from 'react';
import * as z from 'zod/mini';
import { ChoiceGroup } from '#design/choose/check-group.tsx';
import { Radio } from '#design/choose/checkbox.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText, requiredText } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import { noMailHere } from '#platform/calls/demo.ts';
import { call } from '#platform/provider-api.ts';
import { useAdministratorWrite } from './administrators-query.ts';

const { email, name } = inviteAdministrator.body.shape;
const schema = z.object({
  email: requiredText(email, 'Email address'),
  name: optionalText(name, 'Name'),
  access: z.enum(administratorAccess),
});
type Typed = z.input<typeof schema>;
const empty: Typed = { email: '', name: '', access: 'READ_ONLY' };

/** Invites an administrator of the platform with full or read-only access. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const write = useAdministratorWrite(
    (body: BodyOf<typeof inviteAdministrator>, stepUp) => call(inviteAdministrator, { body, stepUp }),
    (body) => {
      toast.good('Invitation sent', body.email);
      onClose();
    },
  );
  const form = useForm<Typed, BodyOf<typeof inviteAdministrator>>({ schema, values: empty, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Invite an administrator"
      description={`We’ll email them a link to set a password, and tell the other administrators. The link expires in 7 days.${noMailHere}`}
      action="Send invitation"
      undone="Nobody was invited."
      unknown="We couldn’t confirm whether they were invited. Check the list before you retry."
    >
      <TextField
        type="email"
        label="Email address"
        hint="Used to sign in. It can’t be changed later."
        autoComplete="off"
        {...form.text('email')}
      />
      <TextField label="Name" autoComplete="off" {...form.text('name')} />
      <Access form={form} />
    </FormDialog>
  );
}

const meanings: Readonly<Record<Administrator['access'], { label: string; meaning: string }>> = {
  FULL: { label: 'Full', meaning: 'Sees and changes everything, for every merchant.' },
  READ_ONLY: { label: 'Read only', meaning: 'Sees everything and changes nothing.' },
};

function Access({ form }: { form: Form<Typed> }) {
  const id = useId();
  const { value, onChange } = form.choice('access');
  return (
    <ChoiceGroup legend="Access">
      <ul className="m-0 list-none rounded border border-line-2 p-0">
        {administratorAccess.map((access, index) => (
          <li key={access} className={index === 0 ? '' : 'border-t border-line'}>
            <Radio
              name={id}
              checked={value === access}
              aria-label={meanings[access].label}
              aria-describedby={`${id}-${access}`}
              onChange={() => onChange(access)}
              className="items-start! px-3 py-2.5 *:first:mt-[3px] hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="font-medium">{meanings[access].label}</span>
                <span id={`${id}-${access}`} className="block text-label text-ink-3">
                  {meanings[access].meaning}
                </span>
              </span>
            </Radio>
          </li>
        ))}
      </ul>
    </ChoiceGroup>
  );
}
