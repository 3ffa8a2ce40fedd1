import { addBank, type Bank, changeBank, type NewBank } from '@volume/contract/institutions/banks.ts';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { BankFields } from './bank-fields.tsx';
import { bankSchema, emptyBank, toTyped } from './bank-schema.ts';
import { useBankWrite } from './banks-query.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddBankDialog({ isOpen, onClose }: DialogProps) {
  const write = useBankWrite({
    send: (body: NewBank, stepUp) => call(addBank, { body, stepUp }),
    onDone: ({ name }) => {
      toast.good('Bank added', name);
      onClose();
    },
  });
  const form = useForm({ schema: bankSchema, values: emptyBank, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Add a bank"
      description="Payers see it immediately, at every merchant who offers all banks."
      size="l"
      action="Add bank"
      undone="The bank was not added."
      unknown="We couldn’t confirm whether it was added. Check the list before you retry."
    >
      <BankFields form={form} isNew />
    </FormDialog>
  );
}

/** Changes a bank’s names, letters, countries and currencies. */
export function EditBankDialog({ bank: asked, isOpen, onClose }: DialogProps & { bank: Bank }) {
  const [bank, rebase] = useBase(asked, true);
  const { institutionId } = bank;
  const ifMatch = useIfMatch(bank.version);
  const write = useBankWrite({
    send: ({ name, fullName, letters, countries, currencies }: NewBank, stepUp) => {
      const body = { name, fullName, letters, countries, currencies };
      return call(changeBank, { params: { institutionId }, body, stepUp, ifMatch });
    },
    onDone: (body) => {
      toast.good('Bank changed', body.name);
      onClose();
    },
    conflict: { institutionId, onChanged: (now) => rebase(now ?? bank) },
  });
  const form = useForm({ schema: bankSchema, values: toTyped(asked), write });
  const isUnchanged = JSON.stringify(form.values()) === JSON.stringify(toTyped(bank));
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={
        <>
          Edit <bdi>{bank.name}</bdi>
        </>
      }
      description={<span className="mono">{institutionId}</span>}
      size="l"
      action="Save changes"
      disabledReason={isUnchanged ? 'No changes to save' : undefined}
      undone="Nothing was changed."
      unknown="We couldn’t confirm the change. It’s safe to retry."
    >
      <BankFields form={form} isNew={false} />
      {write.refusal?.isChanged && <CurrentValues bank={bank} />}
    </FormDialog>
  );
}

/** The current values after another administrator changed them, next to what was typed. */
function CurrentValues({ bank: { name, fullName, letters, countries, currencies } }: { bank: Bank }) {
  const codes = countries.map(({ countryCode2 }) => countryCode2);
  return (
    <p className="m-0 text-ink-2">
      Now: <bdi>{name}</bdi>, <bdi>{fullName}</bdi>, {letters ?? 'letters of the name'}, {codes.join(', ')},{' '}
      {currencies.join(', ')}
    </p>
  );
}
