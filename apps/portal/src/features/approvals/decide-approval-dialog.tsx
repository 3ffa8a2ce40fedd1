import { type Approval, approveOrder, cancelOrder, refuseOrder } from '@volume/contract/approvals/approvals.ts';
import { listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { getPayout } from '@volume/contract/payouts/payouts.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { balancesOf } from '#features/balances/account-display.ts';
import { BalanceAfterwards, FromAccount } from '#features/balances/account-facts.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { payoutBeneficiariesQuery } from '#features/beneficiaries/beneficiaries-query.ts';
import { accountText } from '#features/beneficiaries/destinations.ts';
import { NameCheckFact } from '#features/beneficiaries/name-check-label.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { payInHref, payoutsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { payoutReader, refundReader } from '#platform/writes/order-readers.ts';
import { useOrderWrite } from '#platform/writes/use-order-write.ts';
import type { AskedOfApproval, Decision } from './approval-list.tsx';
import { kindLabel, orderText, recipientNumber, requesterOf, sourceLabel } from './approval-labels.ts';
import { useApproversOf } from './approval-note.tsx';
import { useRefetchApprovals } from './approvals-query.ts';

interface DecideApprovalDialogProps extends AskedOfApproval {
  merchantId: string;
  isOpen: boolean;
  onClose: () => void;
}

const refusalSchema = z.object({ reason: optionalText(refuseOrder.body.shape.reason) });

export function DecideApprovalDialog({ merchantId, approval, decision, isOpen, onClose }: DecideApprovalDialogProps) {
  const write = useDecision(merchantId, approval, decision, onClose);
  const form = useForm({ schema: refusalSchema, values: { reason: '' }, write });
  const { done, title, undone, ...texts } = dialogTexts(decision, approval);
  // Another user was faster, so the order is no longer pending, and its money may have left.
  const isDecided = write.refusal?.statusName === 'NOT_WAITING';
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose, ...texts }}
      title={write.order.result ? done : title}
      undone={isDecided ? 'The list shows its current state.' : undone}
      isDangerous={decision !== 'approve'}
      facts={<OrderFacts {...{ merchantId, approval }} isLeaving={decision === 'approve'} />}
    >
      {decision === 'refuse' && (
        <TextField
          label="Reason (optional)"
          hint="Shown to the person who asked, and recorded in the activity."
          autoComplete="off"
          {...form.text('reason')}
        />
      )}
    </FormDialog>
  );
}

function dialogTexts(decision: Decision, approval: Approval) {
  const order = orderText(approval);
  const noun = kindLabel(approval).toLowerCase();
  const back = `${formatMoney(approval.amount, approval.currency)} will be available again. No money leaves.`;
  const unknown = 'We couldn’t confirm what happened. It’s safe to retry: nothing is paid twice.';
  if (decision === 'approve') {
    return {
      title: `Approve this ${noun}?`,
      description: 'It is sent to the account provider immediately and can’t be undone.',
      action: `Approve ${order}`,
      undone: 'It was not approved. No money has left.',
      done: `${capital(order)} approved`,
      unknown,
    };
  }
  const verb = decision === 'refuse' ? 'Refuse' : 'Cancel';
  return {
    title: `${verb} this ${noun}?`,
    description: `The ${noun} is cancelled: ${back}`,
    action: `${verb} ${order}`,
    cancel: decision === 'cancel' ? 'Leave pending' : 'Cancel',
    undone: 'Nothing was changed: it is still pending.',
    done: `${capital(order)} ${decision === 'refuse' ? 'refused' : 'cancelled'}`,
    unknown,
  };
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

interface OrderFactsProps {
  merchantId: string;
  approval: Approval;
  /** Whether the money leaves by this decision. */
  isLeaving: boolean;
}

/** The data that the requester saw, and who requested it. */
function OrderFacts({ merchantId, approval, isLeaving }: OrderFactsProps) {
  const zone = useZone();
  const number = recipientNumber(approval);
  const how = sourceLabel(approval);
  const { recipient, reference, amount, currency, createdAtUtc, expiresAtUtc } = approval;
  const account = useAccount(merchantId, approval);
  const checked = useNameCheck(merchantId, approval);
  const balances = account && balancesOf(account);
  const others = useApproversOf(merchantId, approval)?.filter((each) => each !== 'You') ?? [];
  return (
    <DescriptionList
      items={[
        { term: 'To', detail: <bdi className="font-medium">{recipient.name ?? 'Default beneficiary'}</bdi> },
        { term: 'Account', detail: number ?? 'Held by the provider', mono: number !== null },
        ...(checked ? [{ term: 'Name check', detail: <NameCheckFact {...checked} /> }] : []),
        ...(account ? [{ term: 'From', detail: <FromAccount account={account} /> }] : []),
        copied('Reference', reference),
        ...(isLeaving && balances
          ? [
              {
                term: 'Balance afterwards',
                // The money is reserved already, so what is available stays as it is.
                detail: (
                  <BalanceAfterwards
                    {...{ currency, available: balances.available }}
                    balance={balances.balance - amount}
                  />
                ),
              },
            ]
          : []),
        { term: 'Requested by', detail: <bdi>{requesterOf(approval)}</bdi> },
        ...(how === null ? [] : [{ term: 'How', detail: how }]),
        { term: 'Requested', detail: formatDateTime(createdAtUtc, zone, 'full') },
        { term: 'Expires', detail: formatDateTime(expiresAtUtc, zone, 'full') },
        ...(others.length > 0 ? [{ term: 'Can also approve', detail: others.join(', ') }] : []),
      ]}
    />
  );
}

/** The bank's answer about the name of this recipient; undefined for a refund, and when it is unknown. */
function useNameCheck(merchantId: string, approval: Approval) {
  const { kind, applicationId, recipient } = approval;
  const hasList = useCanDo(listBeneficiaries);
  const scope = { merchantId, applicationId };
  const { data = [] } = useQuery({ ...payoutBeneficiariesQuery(scope), enabled: hasList && kind === 'PAYOUT' });
  const found = data.find(
    (each) => accountText(each) === recipientNumber(approval) && each.accountHolderName === recipient.name,
  );
  return found && { check: found.nameCheck, nameAtBank: found.nameAtBank };
}

/** The account from which the money leaves. */
function useAccount(merchantId: string, { applicationId, payInAccountId }: Approval) {
  const { data } = useQuery(payInAccountsQuery({ merchantId, applicationId }));
  return data?.find(({ id }) => id === payInAccountId);
}

function useDecision(merchantId: string, approval: Approval, decision: Decision, onDone: () => void) {
  const refetch = useRefetchApprovals();
  const account = useAccount(merchantId, approval);
  const canFollowPayout = useCanDo(getPayout);
  const { orderId, applicationId, paymentId } = approval;
  const params = { merchantId, orderId };
  const payout = canFollowPayout ? payoutReader({ merchantId, applicationId }, orderId) : undefined;
  const isPayout = paymentId === null;
  return useOrderWrite({
    noun: isPayout ? 'payout' : 'refund',
    provider: account?.vaProviderType,
    send: ({ reason }: z.output<typeof refusalSchema>, extras) => {
      if (decision === 'approve') return call(approveOrder, { params, ...extras });
      return decision === 'refuse' ? call(refuseOrder, { params, body: { reason } }) : call(cancelOrder, { params });
    },
    toRead: () => (decision !== 'approve' ? undefined : isPayout ? payout : refundReader(paymentId, orderId)),
    textsOf: () => ({
      name: capital(orderText(approval)),
      href: isPayout ? payoutsHref({ payout: orderId, applicationId }) : payInHref(paymentId, { applicationId }),
      link: isPayout ? 'Open payout' : 'Open payment',
    }),
    refetch,
    onDone: () => {
      toast.good(dialogTexts(decision, approval).done);
      onDone();
    },
    // An approved order cannot be approved again.
    isRefusalFinal: true,
  });
}
