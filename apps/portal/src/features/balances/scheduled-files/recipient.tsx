import { type ReactNode, useId } from 'react';
import { Radio } from '#design/choose/checkbox.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import type { Form } from '#forms/use-form.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import type { NewScheduleTyped } from './new-schedule-schema.ts';

/** Who is mailed the link: the user, or another address for users who can edit settings. */
export function Recipient({ form }: { form: Form<NewScheduleTyped> }) {
  const name = useId();
  const session = useSession();
  const mayEdit = usePermitted(['EDIT_SETTINGS']);
  const { value, onChange } = form.choice('sendTo');
  const address = (label: string) => (
    <TextField label={label} type="email" autoComplete="off" {...form.text('email')} />
  );
  if (session.kind !== 'merchant') return address('Send the link to');
  return (
    <>
      <fieldset className="m-0 grid min-w-0 justify-items-start gap-2 border-0 p-0">
        <legend className="mb-1.5 p-0 font-medium">Send the link to</legend>
        <Choice name={name} isChosen={value === 'ME'} onChoose={() => onChange('ME')}>
          Me (<bdi className="[overflow-wrap:anywhere]">{session.email}</bdi>)
        </Choice>
        <Choice
          name={name}
          isChosen={value === 'OTHER'}
          disabledReason={mayEdit ? undefined : 'Only users who can edit settings can choose another address'}
          onChoose={() => onChange('OTHER')}
        >
          Another address
        </Choice>
      </fieldset>
      {value === 'OTHER' && address('Email address')}
    </>
  );
}

interface ChoiceProps {
  /** The name of the radio group. */
  name: string;
  isChosen: boolean;
  disabledReason?: string | undefined;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ name, isChosen, disabledReason, onChoose, children }: ChoiceProps) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <Radio
      name={name}
      checked={isChosen}
      aria-disabled={isOff ? true : undefined}
      aria-describedby={isOff ? id : undefined}
      onChange={() => {
        if (!isOff) onChoose();
      }}
      className={`items-start! *:first:mt-[3px] ${isOff ? 'cursor-not-allowed' : ''}`}
    >
      <span className="min-w-0">
        <span className={isOff ? 'text-ink-3' : ''}>{children}</span>
        {isOff && (
          <span id={id} className="block text-label text-ink-3">
            {disabledReason}.
          </span>
        )}
      </span>
    </Radio>
  );
}
