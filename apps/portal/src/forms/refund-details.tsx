import { refundReasons } from '@volume/contract/pay-ins/refund-reasons.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import { SelectField } from '#design/choose/select-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { refundReasonLabels } from './refund-reasons.ts';
import { optionalText } from './typed.ts';

/** The fields of a refund, or of each refund of a bulk job, besides its amount. */
export const refundDetails = {
  refundPaymentReference: optionalText(startRefund.body.shape.refundPaymentReference),
  refundReason: z.pipe(
    z.enum(['', ...refundReasons]),
    z.transform((reason) => reason || null),
  ),
  refundReasonNote: optionalText(startRefund.body.shape.refundReasonNote, 'The note'),
};
const Details = z.object(refundDetails);
export type RefundDetails = z.output<typeof Details>;
type Typed = z.input<typeof Details>;

export const noRefundDetails: Typed = { refundPaymentReference: '', refundReason: '', refundReasonNote: '' };

const reasons = [
  { value: '' as const, label: 'No reason' },
  ...refundReasons.map((value) => ({ value, label: refundReasonLabels[value] })),
];

type TextProps = Omit<ComponentProps<typeof TextField>, 'label'>;

export const RefundReferenceField = (props: TextProps) => (
  <TextField label="Reference" placeholder="None" autoComplete="off" {...props} />
);

interface ReasonProps {
  reason: { value: Typed['refundReason']; onChange: (reason: Typed['refundReason']) => void };
  note: TextProps;
}

export const RefundReasonFields = ({ reason, note }: ReasonProps) => (
  <>
    <SelectField label="Reason" size="l" options={reasons} {...reason} />
    <TextField
      label="Note"
      hint="For your own records. Neither the payer nor the bank sees it."
      placeholder="None"
      autoComplete="off"
      {...note}
    />
  </>
);

/** The typed text, while the password is asked for and its fields are hidden. */
export function RefundDetailFacts({
  typed: { refundPaymentReference, refundReason, refundReasonNote },
}: {
  typed: Typed;
}) {
  const reason = reasons.find(({ value }) => value === refundReason);
  return (
    <DescriptionList
      items={[
        { term: 'Reference', detail: refundPaymentReference },
        ...(refundReason === '' ? [] : [{ term: 'Reason', detail: reason?.label }]),
        ...(refundReasonNote === '' ? [] : [{ term: 'Note', detail: refundReasonNote }]),
      ]}
    />
  );
}
