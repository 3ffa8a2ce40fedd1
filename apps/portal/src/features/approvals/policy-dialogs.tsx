import { useQueryClient } from '@tanstack/react-query';
import {
  type ApprovalPolicy,
  confirmApprovalPolicy,
  setApprovalPolicy,
  withdrawApprovalPolicy,
} from '@volume/contract/approvals/policy.ts';
import * as z from 'zod/mini';
import { toast } from '#design/overlay/toast.ts';
import { AmountField } from '#forms/amount-field.tsx';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { amountText, typedAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keepWritten } from '#platform/queries/query-keys.ts';
import { approvalKeys } from '#platform/queries/shared-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { approvalPolicyQuery } from './approvals-query.ts';
import { thresholdText } from './policy-section.tsx';

interface DialogProps {
  merchantId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** An empty field means that this currency needs no approval. */
const aboveIn = (currency: string) =>
  z.pipe(
    typedAmount({ currency, least: 0, empty: '0' }),
    z.transform((minor) => minor || null),
  );
const policySchema = z.object({ GBP: aboveIn('GBP'), EUR: aboveIn('EUR') });
type Sums = z.output<typeof policySchema>;

/** Sets the thresholds for approval. A stricter rule applies immediately; a looser one waits for confirmation. */
export function PolicyDialog({ merchantId, policy, isOpen, onClose }: DialogProps & { policy: ApprovalPolicy }) {
  const { thresholds, approvers } = policy;
  const show = useShow(merchantId);
  const write = useWrite(
    (body: Sums, { stepUp }) => call(setApprovalPolicy, { params: { merchantId }, body, stepUp }),
    (answer) => {
      show(answer);
      toast.good(answer.proposal ? 'Proposed: another user must confirm it' : 'Limits saved');
      onClose();
    },
  );
  const typed = (minor: number | null) => (minor === null ? '' : amountText(minor));
  const values = { GBP: typed(thresholds.GBP), EUR: typed(thresholds.EUR) };
  const form = useForm({ schema: policySchema, values, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Two-person approval"
      description="Lowering a limit takes effect immediately. Raising it or turning it off needs a second person’s confirmation."
      action="Save limits"
      disabledReason={approvers.length < 2 ? 'Two users who can move money are needed' : undefined}
      undone="Nothing was changed."
      unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
    >
      <AmountField label="GBP limit" hint="Leave empty for no approval" currency="GBP" {...form.amount('GBP')} />
      <AmountField label="EUR limit" hint="Leave empty for no approval" currency="EUR" {...form.amount('EUR')} />
    </FormDialog>
  );
}

type ProposalDialogProps = DialogProps & { asked: 'confirm' | 'withdraw'; proposal: ApprovalPolicy['proposal'] };

/** Confirms a looser rule that another user proposed, or withdraws it in favour of the current rule. */
export function ProposalDialog({ merchantId, asked, proposal, isOpen, onClose }: ProposalDialogProps) {
  const show = useShow(merchantId);
  const isConfirmed = asked === 'confirm';
  const write = useWrite(
    (proposalId: string, { stepUp }) => {
      const params = { merchantId, proposalId };
      return isConfirmed ? call(confirmApprovalPolicy, { params, stepUp }) : call(withdrawApprovalPolicy, { params });
    },
    (answer) => {
      show(answer);
      toast.good(isConfirmed ? 'The new limits now apply' : 'The proposal was withdrawn');
      onClose();
    },
  );
  const proposedThreshold = proposal && thresholdText(proposal.thresholds);
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      title={isConfirmed ? 'Confirm the new limits?' : 'Withdraw this proposal?'}
      description={
        isConfirmed
          ? `From now on a second person is needed for ${proposedThreshold}. Pending requests are not affected.`
          : 'The current limits stay as they are.'
      }
      action={isConfirmed ? 'Confirm new limits' : 'Withdraw proposal'}
      isDangerous={isConfirmed}
      onConfirm={() => proposal && write.run(proposal.proposalId)}
      undone="Nothing was changed."
    />
  );
}

function useShow(merchantId: string) {
  const queryClient = useQueryClient();
  return (policy: ApprovalPolicy) => {
    keepWritten(queryClient, approvalPolicyQuery(merchantId).queryKey, policy);
    invalidate(queryClient, approvalKeys.all);
  };
}
