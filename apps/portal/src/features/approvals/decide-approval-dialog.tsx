import { type Approval, approveOrder, cancelOrder, refuseOrder } from '@volume/contract/approvals/approvals.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import type { Decision } from './approval-list.tsx';
import { kindLabel, orderText, recipientNumber, sourceLabels } from './approval-labels.ts';
import { useInvalidateApprovals } from './approvals-query.ts';

interface DecideApprovalDialogProps {
  merchantId: string;
  approval: Approval;
  decision: Decision;
  isOpen: boolean;
  onClose: () => void;
}

const refusalSchema = z.object({ reason: optionalText(refuseOrder.body.shape.reason) });

export function DecideApprovalDialog({ merchantId, approval, decision, isOpen, onClose }: DecideApprovalDialogProps) {
  const write = useDecision(merchantId, approval, decision, onClose);
  const form = useForm({ schema: refusalSchema, values: { reason: '' }, write });
  const { done: _done, ...texts } = dialogTexts(decision, approval);
  return (
    <FormDialog {...{ form, write, isOpen, onClose, ...texts }} isDangerous={decision !== 'approve'}>
      <OrderFacts approval={approval} />
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
    cancel: decision === 'cancel' ? 'Keep waiting' : 'Cancel',
    undone: 'Nothing was changed: it still waits.',
    done: `${capital(order)} ${decision === 'refuse' ? 'refused' : 'cancelled'}`,
    unknown,
  };
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function OrderFacts({ approval }: { approval: Approval }) {
  const zone = useZone();
  const number = recipientNumber(approval);
  const { recipient, reference, requestedBy, source, createdAtUtc, expiresAtUtc } = approval;
  return (
    <DescriptionList
      items={[
        { term: 'To', detail: <bdi>{recipient.name ?? 'Default beneficiary'}</bdi> },
        { term: 'Account', detail: number ?? 'Known to the provider only', mono: number !== null },
        copied('Reference', reference),
        { term: 'Asked by', detail: <bdi>{requestedBy}</bdi> },
        ...(sourceLabels[source] === null ? [] : [{ term: 'How', detail: sourceLabels[source] }]),
        { term: 'Asked', detail: formatDateTime(createdAtUtc, zone, 'full') },
        { term: 'Expires', detail: formatDateTime(expiresAtUtc, zone, 'full') },
      ]}
    />
  );
}

function useDecision(merchantId: string, approval: Approval, decision: Decision, onDone: () => void) {
  const invalidate = useInvalidateApprovals();
  const params = { merchantId, orderId: approval.orderId };
  return useWrite(
    ({ reason }: z.output<typeof refusalSchema>, extras) => {
      if (decision === 'approve') return call(approveOrder, { params, ...extras });
      return decision === 'refuse' ? call(refuseOrder, { params, body: { reason } }) : call(cancelOrder, { params });
    },
    () => {
      toast.good(dialogTexts(decision, approval).done);
      onDone();
      invalidate();
    },
  );
}
