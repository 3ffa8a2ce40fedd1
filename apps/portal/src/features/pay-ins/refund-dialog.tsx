import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { refundReasonField, startRefund } from '@volume/contract/pay-ins/refunds.ts';
import * as z from 'zod/mini';
import { toast } from '#design/overlay/toast.ts';
import { isolate } from '#design/text/format-text.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { useApprovalAbove } from '#features/approvals/approvals-query.ts';
import { WaitsNotice } from '#features/approvals/approval-note.tsx';
import { AmountField } from '#forms/amount-field.tsx';
import { limitOf, lowestLimit, overLimit, useLargestLimit } from '#forms/amount-limit.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import {
  noRefundDetails,
  RefundDetailFacts,
  refundDetails,
  RefundReasonFields,
  RefundReferenceField,
} from '#forms/refund-details.tsx';
import { type AmountLimit, parseAmount, typedAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { CanDo, useCanDo } from '#platform/calls/capabilities.ts';
import { adminPaymentHref, payInHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { useZone } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';
import { refundReader } from '#platform/writes/order-readers.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useOrderWrite } from '#platform/writes/use-order-write.ts';
import { paymentDetailsQuery, refundStarted } from './pay-in-queries.ts';
import { payerName } from './pay-in-labels.ts';
import { RefundRoute } from './refund-route.tsx';

interface RefundDialogProps {
  row: PaymentListItem;
  isOpen: boolean;
  onClose: () => void;
}

/** The amount that is neither refunded nor being refunded, in minor units. */
const leftToRefund = ({ paymentRequest, amountRefunded, amountRefunding }: PaymentListItem): number =>
  paymentRequest.amount - amountRefunded - amountRefunding;

const refundSchema = (currency: string, limit: AmountLimit | undefined) =>
  z.object({ refundPaymentAmount: typedAmount({ currency, limit }), ...refundDetails });

export function RefundDialog({ row: latest, isOpen, onClose }: RefundDialogProps) {
  const write = useRefundWrite(latest, onClose);
  // While the refund is on its way, its own amount is missing from the amount that can be refunded.
  const [row] = useBase(latest, write.isBusy);
  const { amount, currency } = row.paymentRequest;
  const left = leftToRefund(row);
  const limit = useRefundLimit(row);
  const form = useForm({
    schema: refundSchema(currency, limit),
    values: { refundPaymentAmount: '', ...noRefundDetails },
    write,
  });
  const typed = form.value('refundPaymentAmount');
  const minor = parseAmount(typed, currency);
  const session = useSession();
  const above = useApprovalAbove(session.kind === 'merchant' ? session.merchantId : row.merchantId, currency);
  const waits = above !== undefined && minor !== undefined && minor > above;
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={
        <>
          Refund <bdi>{payerName(row) ?? 'an unnamed payer'}</bdi>
        </>
      }
      description={
        <>
          {formatMoney(left, currency)} of {formatMoney(amount, currency)} can be refunded
          <Owner merchantId={row.merchantId} />.
        </>
      }
      action={minor ? `${waits ? 'Request refund of' : 'Refund'} ${formatMoney(minor, currency)}` : 'Refund'}
      disabledReason={overLimit(typed, currency, limit)}
      facts={
        <>
          <RefundRoute row={row} />
          {write.isAskingForProof && <RefundDetailFacts typed={form.values()} />}
        </>
      }
      undone="Nothing was refunded."
      unknown="We couldn’t confirm the refund. It’s safe to retry: no second refund will be made."
    >
      <AmountField
        label="Amount"
        currency={currency}
        limit={limit}
        onUse={(text) => form.change('refundPaymentAmount', text)}
        {...form.amount('refundPaymentAmount')}
      />
      <RefundReferenceField {...form.text('refundPaymentReference')} />
      <CanDo call={refundReasonField}>
        <RefundReasonFields reason={form.choice('refundReason')} note={form.text('refundReasonNote')} />
      </CanDo>
      {waits && <WaitsNotice above={above} currency={currency} what="refund" />}
    </FormDialog>
  );
}

/** The remaining amount or the deployment's maximum, whichever is lower. */
function useRefundLimit(row: PaymentListItem): AmountLimit | undefined {
  const zone = useZone();
  const { amount, currency } = row.paymentRequest;
  const left = leftToRefund(row);
  const made = row.refunds.filter(({ refundStatus }) => !['FAILED', 'CANCELLED', 'RETURNED'].includes(refundStatus));
  const days = new Set(made.map(({ createdAtUtc }) => formatDateTime(createdAtUtc, zone).replace(/,.*/, '')));
  const on = days.size === 1 ? ` on ${[...days].join('')}` : '';
  const because =
    left === amount
      ? `The payment was ${formatMoney(amount, currency)}.`
      : `${formatMoney(amount - left, currency)} was refunded${on}.`;
  return lowestLimit(limitOf(left, currency, because), useLargestLimit()(currency));
}

function useRefundWrite({ paymentId, paymentRequest: { currency } }: PaymentListItem, onDone: () => void) {
  const queryClient = useQueryClient();
  const takesReason = useCanDo(refundReasonField);
  const { data: details } = useQuery(paymentDetailsQuery(paymentId));
  // The response may be empty (contract §9 Shapes), so the texts use the amount that was sent.
  type Answer = ResponseOf<typeof startRefund> | undefined;
  type Body = z.output<ReturnType<typeof refundSchema>>;
  const isWaiting = (refund: Answer) => refund?.approval?.state === 'WAITING';
  const nameOf = ({ refundPaymentAmount }: Body) => `Refund of ${formatMoney(refundPaymentAmount, currency)}`;
  return useOrderWrite({
    noun: 'refund',
    provider: details?.events.find(({ type }) => type === 'SETTLED')?.actor,
    send: ({ refundReason, refundReasonNote, ...documented }: Body, extras): Promise<Answer> => {
      const body = takesReason ? { ...documented, refundReason, refundReasonNote } : documented;
      return call(startRefund, { params: { paymentId }, body, ...extras });
    },
    toRead: (refund) =>
      refund?.refundStatus === 'IN_PROGRESS' && !isWaiting(refund)
        ? refundReader(paymentId, refund.refundId)
        : undefined,
    textsOf: (_, body) => ({ name: nameOf(body), href: paymentHref(paymentId), link: 'Open payment' }),
    refetch: () => refundStarted(queryClient, paymentId),
    onDone: (refund, body) => {
      const reference = refund?.refundPaymentReference;
      const state = isWaiting(refund) ? 'is awaiting approval' : 'is on its way';
      toast.good(`${nameOf(body)} ${state}`, reference ? `Reference ${isolate(reference)}` : undefined);
      onDone();
    },
  });
}

/** Administrators also refund from the list of all merchants. */
const paymentHref = (paymentId: string): string =>
  location.pathname.startsWith('/admin') ? adminPaymentHref(paymentId) : payInHref(paymentId);

/** The merchant whose money is refunded, shown to administrators because they see many. */
function Owner({ merchantId }: { merchantId: string | null | undefined }) {
  const isAdmin = useSession().kind === 'admin';
  const { data } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: isAdmin && Boolean(merchantId) });
  if (!isAdmin || !data) return null;
  return (
    <>
      {' '}
      from the account of <bdi className="font-medium">{data.companyName}</bdi>
    </>
  );
}
