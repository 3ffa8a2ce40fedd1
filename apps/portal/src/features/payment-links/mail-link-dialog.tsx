import { mailPaymentLink, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface MailLinkDialogProps {
  paymentLink: PaymentLink;
  isOpen: boolean;
  onClose: () => void;
}

const schema = z.object({ email: requiredText(mailPaymentLink.body.shape.email, 'Email address') });

export function MailLinkDialog({ paymentLink, isOpen, onClose }: MailLinkDialogProps) {
  const { paymentIntentId, applicationId, paymentRequest } = paymentLink;
  const write = useWrite(
    (body: { email: string }, { idempotencyKey }) =>
      call(mailPaymentLink, { params: { paymentIntentId }, body, idempotencyKey, applicationId }),
    (_, { email }) => {
      toast.good('Payment link emailed', email);
      onClose();
    },
  );
  const form = useForm({ schema, values: { email: '' }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={`Email the link for ${formatMoney(paymentRequest.amount, paymentRequest.currency)}`}
      description="We’ll email the link to your customer in the name of your shop, with the amount."
      action="Send email"
      undone="The link was not emailed."
      unknown="We couldn’t confirm that the link was emailed. It’s safe to retry: it is emailed once."
    >
      <TextField label="Email address" type="email" autoComplete="off" {...form.text('email')} />
    </FormDialog>
  );
}
