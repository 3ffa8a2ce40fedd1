import { useQueryClient } from '@tanstack/react-query';
import type { Currency } from '@volume/contract/money.ts';
import { createPaymentLink, type PaymentIntent, type PaymentLinkRequest } from '@volume/contract/payment-intents.ts';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { keepPaymentIntent } from '#features/payment-intents/intent/payment-intent-query.ts';
import { FormDialog } from '#forms/form-dialog.tsx';
import { parseAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { LinkFields } from './link-fields.tsx';
import { emptyLink, linkSchema, type LinkTyped } from './link-schema.ts';

interface CreateLinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What the application receives; the first is chosen first. */
  currencies: readonly Currency[];
  applicationId: string | undefined;
  onCreated: (paymentIntentId: string) => void;
}

/** Making a payment link. */
export function CreateLinkDialog({ currencies, applicationId = '', onCreated, ...dialog }: CreateLinkDialogProps) {
  const zone = useZone();
  const write = useCreateLink(onCreated, dialog.onClose);
  const first = currencies[0] ?? 'GBP';
  const form = useForm<LinkTyped, PaymentLinkRequest>({
    schema: linkSchema({ applicationId, currency: first, zone, readNow: Date.now }),
    values: emptyLink,
    write,
  });
  const { currency = first, paymentRequest } = form.typed;
  const amount = parseAmount(paymentRequest.amount);
  return (
    <FormDialog
      {...{ form, write, ...dialog }}
      title="Create a payment link"
      size="l"
      action={`Create link${amount ? ` for ${formatMoney(amount, currency)}` : ''}`}
      undone="No link was created."
      unknown="We couldn’t confirm the link. It’s safe to retry: no second link will be created."
    >
      <LinkFields {...{ form, currency, currencies }} />
    </FormDialog>
  );
}

function useCreateLink(onCreated: (paymentIntentId: string) => void, onDone: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (body: PaymentLinkRequest, { idempotencyKey }) =>
      call(createPaymentLink, { body, idempotencyKey, applicationId: body.applicationId }),
    (intent: PaymentIntent | undefined, { paymentRequest: { amount, currency } }) => {
      toast.good('Payment link created', formatMoney(amount, currency));
      onDone();
      // An answer may be empty (contract §9 Shapes): the list, read again, has the link.
      if (intent === undefined) return void queryClient.invalidateQueries({ queryKey: ['payment-intents'] });
      keepPaymentIntent(queryClient, intent);
      return onCreated(intent.paymentIntentId);
    },
  );
}
