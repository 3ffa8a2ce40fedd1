import { changeMerchantCompany, type MerchantCompany } from '@volume/contract/merchants/merchant-settings.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { CompanyName } from '@volume/contract/merchants/names.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText, requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useSettingsWrite } from './use-settings-write.ts';

interface CompanyDialogProps {
  merchantId: string;
  company: MerchantCompany;
  isOpen: boolean;
  onClose: () => void;
}

type Body = BodyOf<typeof changeMerchantCompany>;

const schema = z.object({
  companyName: requiredText(CompanyName, 'The legal name'),
  email: optionalText(EmailAddress, 'The email address'),
});
const typedOf = ({ companyName, email }: MerchantCompany) => ({ companyName, email: email ?? '' });

export function CompanyDialog({ merchantId, company: asked, isOpen, onClose }: CompanyDialogProps) {
  const [company, rebase] = useBase(asked, true);
  const ifMatch = useIfMatch(company.version);
  const write = useSettingsWrite({
    merchantId,
    send: (body: Body, stepUp) => call(changeMerchantCompany, { params: { merchantId }, body, stepUp, ifMatch }),
    onDone: () => {
      toast.good('Company changed');
      onClose();
    },
    onChanged: (now) => rebase(now.company),
  });
  const form = useForm({ schema, values: typedOf(asked), write });
  const isUnchanged = JSON.stringify(form.values()) === JSON.stringify(typedOf(company));
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Edit company"
      action="Save changes"
      disabledReason={isUnchanged ? 'No changes to save' : undefined}
      undone="Nothing was changed."
      unknown="We couldn’t confirm the change. It’s safe to retry."
    >
      <TextField
        label="Legal name"
        hint="As payers and the merchant’s users see it"
        autoComplete="off"
        {...form.text('companyName')}
      />
      <TextField
        label="Email (optional)"
        hint="The company’s contact address. We send nothing to it."
        type="email"
        autoComplete="off"
        data-personal
        {...form.text('email')}
      />
      {write.refusal?.isChanged && (
        <p className="m-0 text-ink-2">
          Now: <bdi>{company.companyName}</bdi>, <bdi data-personal>{company.email ?? 'no email'}</bdi>
        </p>
      )}
    </FormDialog>
  );
}
