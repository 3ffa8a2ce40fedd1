import type { MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { AmountInput } from '#design/controls/amount-input.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import type { AmountLimit } from '#forms/typed.ts';
import { amountText } from '#forms/typed.ts';
import type { Form } from '#forms/use-form.ts';

export type MerchantForm = Form<MerchantDraftContent>;

export function CompanyStep({ form }: { form: MerchantForm }) {
  const { text } = form;
  return (
    <>
      <TextField
        label="Legal name"
        hint="As payers and the merchant’s users see it"
        autoComplete="off"
        {...text('company.companyName')}
      />
      <TextField
        label="Email (optional)"
        hint="The company’s contact address. We send nothing to it."
        type="email"
        autoComplete="off"
        {...text('company.email')}
      />
      <AddressFields form={form} />
    </>
  );
}

/** The address of every account that is entered with it. */
export function AddressFields({ form: { text } }: { form: MerchantForm }) {
  return (
    <fieldset className="m-0 grid gap-3.5 border-0 p-0">
      <legend className="mb-2.5 p-0 font-strong">Address (optional)</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_120px] gap-3.5 phone:grid-cols-1">
        <TextField label="Street" autoComplete="off" {...text('company.streetName')} />
        <TextField label="Number" autoComplete="off" {...text('company.buildingNumber')} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_120px_120px] gap-3.5 phone:grid-cols-1">
        <TextField label="Town" autoComplete="off" {...text('company.townName')} />
        <TextField label="Postcode" autoComplete="off" {...text('company.postCode')} />
        <TextField label="Country" placeholder="GB" autoComplete="off" {...text('company.country')} />
      </div>
      <p className="m-0 text-label text-ink-3">Some banks show it to payers, next to the account holder’s name.</p>
    </fieldset>
  );
}

export function TermsStep({ form: { text, amount }, limit }: { form: MerchantForm; limit: AmountLimit | undefined }) {
  const most = limit === undefined ? 'the limit of this environment' : amountText(limit.most);
  return (
    <>
      <TextField
        label="Fee of each pay-in, in percent"
        hint="At most three decimals. 0 for no fee."
        inputMode="decimal"
        autoComplete="off"
        {...text('terms.fee')}
      />
      <AmountInput
        label="Largest amount (optional)"
        size="m"
        hint={`For each pay-in, payment link, refund, payout, fixed schedule and exchange, in either currency. Empty for ${most}.`}
        {...amount('terms.largestAmount')}
      />
    </>
  );
}

export function UserStep({ form: { text } }: { form: MerchantForm }) {
  return (
    <>
      <p className="m-0 text-ink-2">
        This person administers the merchant and invites its other users. The invitation is sent when you create the
        merchant.
      </p>
      <TextField label="Name (optional)" autoComplete="off" data-personal {...text('firstUser.name')} />
      <TextField label="Email" type="email" autoComplete="off" data-personal {...text('firstUser.email')} />
      <TextField label="Phone (optional)" type="tel" autoComplete="off" data-personal {...text('firstUser.phone')} />
    </>
  );
}
