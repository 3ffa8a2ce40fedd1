import { disableMerchant } from '@volume/contract/merchants/stopping.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { EffectList } from './effect-list.tsx';
import { NoCounts, StoppingFields, stoppingSchema, type StoppingTyped, useStopping } from './stopping-form.tsx';
import { continueLines, disabledText, stopLines } from './stopping-labels.ts';
import { useStateChanged } from './stopping-query.ts';

interface DisableDialogProps {
  merchant: Merchant;
  isOpen: boolean;
  onClose: () => void;
}

/** Disables a merchant with a reason. Counts the whole effect and shows it first. */
export function DisableDialog({ merchant: { merchantId, companyName }, isOpen, onClose }: DisableDialogProps) {
  const { stopping, disabledReason, ...pending } = useStopping(merchantId, isOpen);
  const zone = useZone();
  const write = useDisable(merchantId, companyName, onClose);
  const values: StoppingTyped = { reason: '', isMailed: true };
  const form = useForm({ schema: stoppingSchema({ isRequired: true }), values, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose, disabledReason }}
      title={
        <>
          Disable <bdi>{companyName}</bdi>?
        </>
      }
      action="Disable merchant"
      isDangerous="severe"
      size="l"
      undone="The merchant is still enabled."
      instead={stopping?.disabled && !write.isBusy && <AlreadyDisabled text={disabledText(stopping.disabled, zone)} />}
    >
      {stopping ? (
        <>
          <EffectList title="Stops immediately" kind="stops" lines={stopLines(stopping, zone)} />
          <EffectList title="Continues" kind="continues" lines={continueLines(stopping)} />
          <StoppingFields
            {...{ form }}
            label="Reason"
            administrators={stopping.administrators}
            note="You can enable it again at any time."
          />
        </>
      ) : (
        <NoCounts {...pending} />
      )}
    </FormDialog>
  );
}

/** Another administrator was faster. */
function AlreadyDisabled({ text }: { text: string }) {
  return (
    <Notice tone="info" title="This merchant is already disabled.">
      {text}
    </Notice>
  );
}

function useDisable(merchantId: string, companyName: string, onDone: () => void) {
  const onChanged = useStateChanged(merchantId);
  return useWrite(
    ({ reason, isMailed }: StoppingTyped, { stepUp }) =>
      call(disableMerchant, { params: { merchantId }, body: { reason, mailAdministrators: isMailed }, stepUp }),
    () => {
      onChanged();
      toast.good('Merchant disabled', companyName);
      onDone();
    },
  );
}
