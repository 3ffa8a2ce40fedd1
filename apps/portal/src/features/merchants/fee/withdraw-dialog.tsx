import { type MerchantFee, withdrawFeeChange } from '@volume/contract/merchants/fee.ts';
import { dayText } from '#design/days/typed-day.ts';
import { toast } from '#design/overlay/toast.ts';
import { formatFee } from '#features/merchants/merchant-labels.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { useFeeChanged } from './fee-query.ts';

interface WithdrawDialogProps {
  fee: MerchantFee;
  isOpen: boolean;
  onClose: () => void;
}

/** Withdraws a planned change before its day. */
export function WithdrawDialog({ fee, isOpen, onClose }: WithdrawDialogProps) {
  const { merchantId, percentage, planned, version } = fee;
  const ifMatch = useIfMatch(version);
  const onChanged = useFeeChanged(merchantId);
  const write = useWrite(
    (_: undefined, { stepUp }) =>
      refetchOnConflict(call(withdrawFeeChange, { params: { merchantId }, stepUp, ifMatch }), onChanged),
    () => {
      void onChanged();
      toast.good('Change withdrawn', `The fee stays ${formatFee(percentage)}`);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      title="Withdraw the planned change?"
      description={
        planned
          ? `The fee stays ${formatFee(percentage)}; it does not become ${formatFee(planned.percentage)} on ${dayText(planned.validFrom)}.`
          : 'No change is planned any more.'
      }
      action="Withdraw change"
      disabledReason={planned ? undefined : 'No change is planned any more'}
      undone="Nothing was changed."
      onConfirm={() => write.run(undefined)}
    />
  );
}
