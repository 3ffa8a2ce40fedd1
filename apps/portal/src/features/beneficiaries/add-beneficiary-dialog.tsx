import {
  AccountNumber,
  addBeneficiary,
  BeneficiaryName,
  Iban,
  SortCode,
} from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { isolate } from '#design/text/format-text.ts';
import { accountNumber } from './beneficiary-labels.ts';
import { useBeneficiaryWrite } from './change-beneficiary-dialog.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { type Form, useForm } from '#forms/use-form.ts';
import { ProviderApiError } from '#platform/errors.ts';
import { noMailHere } from '#platform/calls/demo.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { requiredText, unread } from '#forms/typed.ts';

interface BeneficiaryTyped {
  /** A string, because select options are strings. */
  payInAccountId: string;
  accountType: 'SCAN' | 'IBAN';
  accountHolderName: string;
  sortCode: string;
  accountNumber: string;
  iban: string;
  acceptsName: boolean;
}

type NewBeneficiaryBody = BodyOf<typeof addBeneficiary>;

/** Identifies the account itself, with its name: the bank's answer is valid only for exactly this account. */
const accountKey = (body: NewBeneficiaryBody): string => JSON.stringify({ ...body, acceptsName: undefined });

/** The contract's rules for a new beneficiary. `checked` is the account whose name the bank did not confirm. */
const beneficiarySchema = (accountType: BeneficiaryTyped['accountType'], checked: string | undefined) =>
  z.pipe(
    z.object({
      payInAccountId: z.string(),
      accountType: z.enum(['SCAN', 'IBAN']),
      accountHolderName: requiredText(BeneficiaryName, 'The name'),
      sortCode: accountType === 'SCAN' ? requiredText(SortCode, 'The sort code') : unread,
      accountNumber: accountType === 'SCAN' ? requiredText(AccountNumber, 'The account number') : unread,
      iban: accountType === 'IBAN' ? requiredText(Iban, 'This') : unread,
      acceptsName: z.boolean(),
    }),
    z.transform(
      ({ payInAccountId, accountHolderName, sortCode, accountNumber, iban, acceptsName }): NewBeneficiaryBody => {
        const number = { sortCode, accountNumber, iban };
        const account = { payInAccountId: Number(payInAccountId), accountHolderName, ...number, acceptsName: false };
        return { ...account, acceptsName: acceptsName && accountKey(account) === checked };
      },
    ),
  );

interface AddBeneficiaryDialogProps {
  scope: Scope;
  /** The accounts to pay out of; never empty. */
  payers: readonly PayeeDetail[];
  isOpen: boolean;
  onClose: () => void;
}

const nameDiffers = 'NAME_DIFFERS';

/** The bank's answer about a name that it did not confirm, and the account that it is about. */
interface NameDoubt {
  account: string;
  message: string;
}

/** Adds a payout beneficiary. Its bank checks the name, and the user must accept a name that differs. */
export function AddBeneficiaryDialog({ scope, payers, isOpen, onClose }: AddBeneficiaryDialogProps) {
  const [doubt, setDoubt] = useState<NameDoubt>();
  const write = useAdding(scope, setDoubt, onClose);
  const schema = (typed: BeneficiaryTyped) => beneficiarySchema(typeFor(payers, typed), doubt?.account);
  const form = useForm<BeneficiaryTyped, NewBeneficiaryBody>({ schema, values: emptyFor(payers), write });
  const type = typeFor(payers, {
    payInAccountId: form.value('payInAccountId'),
    accountType: form.value('accountType'),
  });
  const isDoubted = doubt !== undefined && isOf(doubt, type, form.values());
  const acceptsName = form.value('acceptsName');
  // The bank's answer is shown in the form, next to the question about it.
  const refusal = write.refusal?.statusName === nameDiffers ? undefined : write.refusal;
  return (
    <FormDialog
      {...{ form, isOpen, onClose }}
      write={{ ...write, refusal }}
      title="Add a beneficiary"
      description={`We check the name with the bank and email your administrators.${noMailHere} For the first 24 hours, payouts to it need extra confirmation and it can’t be set as default.`}
      size="l"
      action={isDoubted && acceptsName ? 'Add anyway' : 'Add beneficiary'}
      disabledReason={isDoubted && !acceptsName ? 'Check the name first' : undefined}
      undone="The beneficiary was not added."
      unknown="We couldn’t confirm whether it was added. Check the list before you retry."
    >
      <AccountFields {...{ form, payers, type }} />
      {isDoubted && (
        <Notice tone="held" title={doubt.message}>
          <Checkbox
            className="mt-1 min-h-6 text-ink"
            checked={acceptsName}
            onChange={(isAccepted) => form.change('acceptsName', isAccepted)}
          >
            I have checked the name with the account holder
          </Checkbox>
        </Notice>
      )}
    </FormDialog>
  );
}

/** True while the form still contains the account whose name the bank did not confirm. */
function isOf({ account }: NameDoubt, type: BeneficiaryTyped['accountType'], typed: BeneficiaryTyped): boolean {
  const read = z.safeParse(beneficiarySchema(type, account), typed);
  return read.success && accountKey(read.data) === account;
}

const emptyFor = (payers: readonly PayeeDetail[]): BeneficiaryTyped => ({
  payInAccountId: String(payers[0]?.id ?? ''),
  accountType: 'SCAN',
  accountHolderName: '',
  sortCode: '',
  accountNumber: '',
  iban: '',
  acceptsName: false,
});

const payerOf = (
  payers: readonly PayeeDetail[],
  { payInAccountId }: Pick<BeneficiaryTyped, 'payInAccountId'>,
): PayeeDetail | undefined => payers.find(({ id }) => String(id) === payInAccountId);

/** Euros can only be paid to an IBAN. */
const typeFor = (
  payers: readonly PayeeDetail[],
  typed: Pick<BeneficiaryTyped, 'payInAccountId' | 'accountType'>,
): BeneficiaryTyped['accountType'] => (payerOf(payers, typed)?.forCurrency === 'EUR' ? 'IBAN' : typed.accountType);

const accountTypes = [
  { value: 'SCAN', label: 'Sort code and number' },
  { value: 'IBAN', label: 'IBAN' },
] as const;

interface AccountFieldsProps {
  form: Form<BeneficiaryTyped>;
  payers: readonly PayeeDetail[];
  type: BeneficiaryTyped['accountType'];
}

function AccountFields({ form, payers, type }: AccountFieldsProps) {
  const { value, text, choice } = form;
  const froms = payers.map((each) => ({
    value: String(each.id),
    label: `${each.forCurrency} · ${accountNumber(each)}`,
  }));
  return (
    <>
      {payers.length > 1 && <SelectField label="Pay out from" size="l" options={froms} {...choice('payInAccountId')} />}
      <TextField
        label="Account holder"
        hint="Exactly as it appears on the bank account"
        autoComplete="off"
        {...text('accountHolderName')}
      />
      {payerOf(payers, { payInAccountId: value('payInAccountId') })?.forCurrency !== 'EUR' && (
        <div>
          <Segmented label="Account type" options={accountTypes} {...choice('accountType')} />
        </div>
      )}
      {type === 'SCAN' ? (
        <div className="grid grid-cols-2 gap-3.5 phone:grid-cols-1">
          <TextField
            label="Sort code"
            placeholder="12-34-56"
            inputMode="numeric"
            autoComplete="off"
            isMono
            {...text('sortCode')}
          />
          <TextField label="Account number" inputMode="numeric" autoComplete="off" isMono {...text('accountNumber')} />
        </div>
      ) : (
        <TextField label="IBAN" autoComplete="off" spellCheck={false} isMono {...text('iban')} />
      )}
    </>
  );
}

function useAdding(scope: Scope, onDoubt: (doubt: NameDoubt | undefined) => void, onClose: () => void) {
  return useBeneficiaryWrite(
    scope,
    async (body: NewBeneficiaryBody, stepUp) => {
      try {
        return await call(addBeneficiary, { params: scope, body, applicationId: scope.applicationId, stepUp });
      } catch (refused) {
        if (refused instanceof ProviderApiError && refused.statusName === nameDiffers) {
          onDoubt({ account: accountKey(body), message: refused.errorMessage });
        }
        throw refused;
      }
    },
    (added, { accountHolderName }) => {
      const isConfirmed = added?.nameCheck === 'MATCHES';
      toast.good(`${isolate(accountHolderName)} was added`, isConfirmed ? 'The bank confirmed the name.' : undefined);
      onDoubt(undefined);
      onClose();
    },
  );
}
