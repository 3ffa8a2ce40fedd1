import { longestReference } from '@volume/contract/money/bank-reference.ts';
import { useQueryClient } from '@tanstack/react-query';
import { currencies as knownCurrencies } from '@volume/contract/money/currencies.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import {
  createPaymentLink,
  linkMetadataField,
  type PaymentLink,
  type PaymentLinkRequest,
} from '@volume/contract/payment-links/payment-links.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { addDays, utcDay } from '#design/days/date-presets.ts';
import { dayText } from '#design/days/typed-day.ts';
import { toast } from '#design/overlay/toast.ts';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { emptyLink, expiryTime, type Expiry, linkSchema, type LinkTyped, spans } from './link-schema.ts';
import { keepPaymentLink } from './payment-link-queries.ts';
import { MetadataField } from './metadata-field.tsx';
import { metadataText } from './typed-metadata.ts';
import { AmountField } from '#forms/amount-field.tsx';
import { overLimit, useLargestLimit } from '#forms/amount-limit.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { type AmountLimit, parseAmount } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { paymentLinkListKeys } from '#platform/queries/shared-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface CreateLinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The currencies that the application can receive; the first is the default. */
  currencies: readonly Currency[];
  applicationId: string | undefined;
  onCreated: (paymentIntentId: string) => void;
  /** The payment to take the initial values from; the form is empty if omitted. */
  again?: PaymentAgain | undefined;
}

/** A payment to ask for again, or the link that asked for it. */
export interface PaymentAgain extends Partial<
  Pick<PaymentLink, 'customerIntentDescription' | 'merchantIntentDescription' | 'attemptMode' | 'metadata'>
> {
  merchantPaymentId: string | null;
  /** The amount is in minor units. */
  paymentRequest: { amount: number; currency: string; reference: string | null };
}

export function CreateLinkDialog({
  currencies,
  applicationId = '',
  onCreated,
  again,
  ...dialog
}: CreateLinkDialogProps) {
  const zone = useZone();
  const write = useCreateLink(onCreated, dialog.onClose);
  const first = currencies[0] ?? 'GBP';
  const largestIn = useLargestLimit();
  const takesMetadata = useCanDo(linkMetadataField);
  const form = useForm<LinkTyped, PaymentLinkRequest>({
    schema: (typed) => {
      const limit = largestIn(typed.currency ?? first);
      return linkSchema({ applicationId, currency: first, limit, takesMetadata, zone, readNow: Date.now })(typed);
    },
    values: again ? toTyped(again) : emptyLink,
    write,
  });
  const currency = form.value('currency') ?? first;
  const typed = form.value('paymentRequest.amount');
  const amount = parseAmount(typed, currency);
  const limit = largestIn(currency);
  return (
    <FormDialog
      {...{ form, write, ...dialog }}
      title="Create a payment link"
      size="l"
      action={`Create link${amount ? ` for ${formatMoney(amount, currency)}` : ''}`}
      disabledReason={overLimit(typed, currency, limit)}
      undone="No link was created."
      unknown="We couldn’t confirm the link. It’s safe to retry: no second link will be created."
    >
      <LinkFields {...{ form, currency, currencies, limit, takesMetadata }} />
    </FormDialog>
  );
}

/** All values except the expiry, which may have passed. An unknown currency or attempt mode is left to choose. */
function toTyped(again: PaymentAgain): LinkTyped {
  const { amount, currency, reference } = again.paymentRequest;
  return {
    ...emptyLink,
    currency: knownCurrencies.find((each) => each === currency),
    paymentRequest: { amount: (amount / 100).toFixed(2), reference: reference ?? '' },
    customerIntentDescription: again.customerIntentDescription ?? '',
    merchantIntentDescription: again.merchantIntentDescription ?? '',
    merchantPaymentId: again.merchantPaymentId ?? '',
    metadata: metadataText(again.metadata),
    attemptMode: attemptModes.find(({ value }) => value === again.attemptMode)?.value ?? emptyLink.attemptMode,
  };
}

function useCreateLink(onCreated: (paymentIntentId: string) => void, onDone: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (body: PaymentLinkRequest, { idempotencyKey }) =>
      call(createPaymentLink, { body, idempotencyKey, applicationId: body.applicationId }),
    (paymentLink: PaymentLink | undefined, { paymentRequest: { amount, currency } }) => {
      toast.good('Payment link created', formatMoney(amount, currency));
      onDone();
      // The response may be empty (contract §9 Shapes); the refetched list then has the link.
      if (paymentLink === undefined) return invalidate(queryClient, paymentLinkListKeys.all);
      keepPaymentLink(queryClient, paymentLink);
      return onCreated(paymentLink.paymentIntentId);
    },
  );
}

const expiries: { value: Expiry; label: string }[] = [
  { value: 'NEVER', label: 'Never' },
  { value: 'HOUR', label: 'In 1 hour' },
  { value: 'DAY', label: 'In 24 hours' },
  { value: 'WEEK', label: 'In 7 days' },
  { value: 'MONTH', label: 'In 30 days' },
  { value: 'OWN', label: 'Custom date and time' },
];
const attemptModes = [
  { value: 'ALLOW_MULTIPLE_ATTEMPTS', label: 'Until it is paid' },
  { value: 'ALLOW_SINGLE_ATTEMPT', label: 'One attempt only' },
] as const;

interface LinkFieldsProps {
  form: Form<LinkTyped>;
  currency: Currency;
  currencies: readonly Currency[];
  limit: AmountLimit | undefined;
  takesMetadata: boolean;
}

export function LinkFields({ form, currency, currencies, limit, takesMetadata }: LinkFieldsProps) {
  const text = (name: Parameters<typeof form.text>[0]) => ({ ...form.text(name), autoComplete: 'off' });
  return (
    <>
      <AmountField
        label="Amount"
        currency={currency}
        limit={limit}
        {...form.amount('paymentRequest.amount')}
        aside={
          currencies.length > 1 ? (
            <Segmented
              label="Currency"
              options={currencies.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={(chosen) => form.change('currency', chosen)}
            />
          ) : (
            <span className="text-ink-3">{currency}</span>
          )
        }
      />
      <TextField label="Description" hint="Shown on the pay page." {...text('customerIntentDescription')} />
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField
          label="Reference"
          hint={`On both bank statements, up to ${longestReference[currency]} characters.`}
          isMono
          {...text('paymentRequest.reference')}
        />
        <TextField label="Order" hint="Your order number" isMono {...text('merchantPaymentId')} />
      </div>
      <TextField label="Note" hint="Internal only, not shown to the payer" {...text('merchantIntentDescription')} />
      {takesMetadata && <MetadataField isFilled={form.value('metadata') !== ''} {...text('metadata')} />}
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <ExpiryField form={form} />
        <AttemptsField form={form} />
      </div>
    </>
  );
}

/** The link's expiry: never, after a period, or at a date and time in the user's zone. */
function ExpiryField({ form }: { form: Form<LinkTyped> }) {
  const zone = useZone();
  const [expiry, spanEnd, ownEnd] = [form.value('expiry'), form.value('spanEnd'), form.value('ownEnd')];
  const fault = form.errorOf('expiry');
  const end = expiryTime({ expiry, spanEnd, ownEnd }, zone);
  const choose = (next: Expiry) => {
    form.change('spanEnd', next === 'NEVER' || next === 'OWN' ? 0 : Date.now() + spans[next]);
    if (next === 'OWN' && ownEnd === '') form.change('ownEnd', `${dayText(addDays(utcDay(Date.now()), 7))}, 17:00`);
    form.change('expiry', next);
  };
  return (
    <div className="grid gap-1.5">
      <SelectField label="Expires" size="l" options={expiries} value={expiry} onChange={choose} />
      {expiry === 'OWN' ? (
        <TextField
          label={`Expires at, ${zoneName(zone)}`}
          className="num"
          autoComplete="off"
          {...form.text('ownEnd')}
        />
      ) : (
        <span role="status" className={`text-label ${fault ? 'text-bad' : 'text-ink-3'}`}>
          {fault ??
            (end === null
              ? 'It can be paid until you cancel it.'
              : formatDateTime(new Date(end).toISOString(), zone, 'full'))}
        </span>
      )}
    </div>
  );
}

function AttemptsField({ form }: { form: Form<LinkTyped> }) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="font-medium">Attempts</span>
      <Segmented label="Attempts" options={attemptModes} {...form.choice('attemptMode')} />
      <span className="text-label text-ink-3">
        {form.value('attemptMode') === 'ALLOW_SINGLE_ATTEMPT'
          ? 'The link stops working after the first failed payment.'
          : 'A payer whose payment fails can try again.'}
      </span>
    </div>
  );
}
