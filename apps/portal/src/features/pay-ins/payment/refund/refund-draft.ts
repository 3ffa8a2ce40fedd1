import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { BankReference, type startRefund } from '@volume/contract/refunds.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import * as z from 'zod/mini';
import { parseAmount } from '#design/forms/parse-amount.ts';
import { formatMoney } from '#design/text/format-money.ts';

export type RefundDraft = BodyOf<typeof startRefund>;
export type RefundTyped = { amount: string; reference: string };
export type RefundErrors = { amount?: string; reference?: string };

/** What is neither refunded nor on its way back, in minor units. */
export const leftToRefund = ({ paymentRequest, amountRefunded, amountRefunding }: PaymentListItem): number =>
  paymentRequest.amount - amountRefunded - amountRefunding;

/** The refund that was typed, or what is wrong with it; amounts in minor units (contract §2 refunds). */
export function readRefund(
  { amount, reference }: RefundTyped,
  row: PaymentListItem,
): { draft: RefundDraft } | { errors: RefundErrors } {
  const minor = parseAmount(amount);
  const amountError = amountErrorOf(minor, row);
  const text = reference.trim();
  const parsed = text === '' ? undefined : z.safeParse(BankReference, text);
  if (minor === undefined || amountError || parsed?.success === false) {
    return { errors: { ...(amountError && { amount: amountError }), ...referenceErrorOf(parsed?.error) } };
  }
  return { draft: { refundPaymentAmount: minor, refundPaymentReference: text === '' ? null : text } };
}

function amountErrorOf(minor: number | undefined, row: PaymentListItem): string | undefined {
  if (minor === undefined) return 'Enter an amount such as 12.50';
  if (minor === 0) return 'Must be at least 0.01';
  const left = leftToRefund(row);
  return minor > left ? `Only ${formatMoney(left, row.paymentRequest.currency)} is left to refund` : undefined;
}

function referenceErrorOf(error: z.core.$ZodError | undefined): RefundErrors {
  const issue = error?.issues[0];
  if (!issue) return {};
  return {
    reference:
      issue.code === 'too_big' ? 'Use 35 characters or fewer' : 'Contains a character that banks do not accept',
  };
}
