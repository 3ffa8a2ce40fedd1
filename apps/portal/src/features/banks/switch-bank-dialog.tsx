import { type Bank, switchBankOff, switchBankOn } from '@volume/contract/institutions/banks.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useBankWrite } from './banks-query.ts';

interface SwitchBankDialogProps {
  bank: Bank;
  /** True when no other bank is offered. */
  isLast: boolean;
  isOpen: boolean;
  onClose: () => void;
}

const schema = z.object({ reason: optionalText(plainText(200), 'The reason') });

/** Asks before a bank is hidden from payers, or offered to them again. */
export function SwitchBankDialog({ bank, isLast, isOpen, onClose }: SwitchBankDialogProps) {
  const { institutionId, name, switchedOffReason } = bank;
  const isOff = bank.state === 'OFF';
  const write = useBankWrite({
    send: (body: { reason: string | null }, stepUp) => {
      const params = { institutionId };
      return isOff ? call(switchBankOn, { params, stepUp }) : call(switchBankOff, { params, body, stepUp });
    },
    onDone: () => {
      toast.good(isOff ? 'Bank switched on' : 'Bank switched off', name);
      onClose();
    },
  });
  const form = useForm({ schema, values: { reason: '' }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={
        <>
          Switch {isOff ? 'on' : 'off'} <bdi>{name}</bdi>?
        </>
      }
      description={
        isOff
          ? 'Payers are offered it again, from their next payment.'
          : 'It is hidden on every pay page. Payments already sent to it continue. You can switch it on again at any time.'
      }
      action={isOff ? 'Switch on' : 'Switch off'}
      isDangerous={!isOff}
      undone={isOff ? 'The bank was not switched on.' : 'The bank was not switched off.'}
    >
      {isOff ? (
        switchedOffReason !== null && (
          <p className="m-0 text-ink-2">
            Reason it was switched off: <bdi data-personal>{switchedOffReason}</bdi>
          </p>
        )
      ) : (
        <>
          {isLast && (
            <Notice tone="held" title="This is the last bank that is offered">
              No payment can be made until another one is switched on.
            </Notice>
          )}
          <TextField
            label="Reason (optional)"
            hint="Shown to administrators and recorded in the activity."
            maxLength={200}
            autoComplete="off"
            {...form.text('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
