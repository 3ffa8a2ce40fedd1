import { type Disabled, enableMerchant } from '@volume/contract/merchants/stopping.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { DisabledNotice } from './disabled-notice.tsx';
import { EffectList } from './effect-list.tsx';
import { NoCounts, StoppingFields, stoppingSchema, type StoppingTyped, useStopping } from './stopping-form.tsx';
import { resumeLines } from './stopping-labels.ts';
import { useStateChanged } from './stopping-query.ts';

interface EnableDialogProps {
  merchant: Merchant;
  isOpen: boolean;
  onClose: () => void;
}

const notMadeUp = [
  'Users sign in again: their earlier sessions stay ended',
  'Payouts that were due in between are not made up for',
];

/** Enables a disabled merchant again; the reason is optional. */
export function EnableDialog({ merchant: { merchantId, companyName }, isOpen, onClose }: EnableDialogProps) {
  const { stopping, disabledReason, ...pending } = useStopping(merchantId, isOpen);
  const zone = useZone();
  const write = useEnable(merchantId, companyName, stopping?.disabled ?? null, onClose);
  const values: StoppingTyped = { reason: '', isMailed: true };
  const form = useForm({ schema: stoppingSchema({ isRequired: false }), values, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose, disabledReason }}
      title={
        <>
          Enable <bdi>{companyName}</bdi>?
        </>
      }
      action="Enable merchant"
      size="l"
      undone="The merchant is still disabled."
    >
      {stopping ? (
        <>
          {stopping.disabled && <DisabledNotice disabled={stopping.disabled} />}
          <EffectList title="Works again immediately" kind="continues" lines={resumeLines(stopping, zone)} />
          <EffectList title="Does not come back" kind="stops" lines={notMadeUp} />
          <StoppingFields
            {...{ form }}
            label="Reason (optional)"
            administrators={stopping.administrators}
            note="You can disable it again at any time."
          />
        </>
      ) : (
        <NoCounts {...pending} />
      )}
    </FormDialog>
  );
}

/** The server refuses to enable a merchant that was disabled again since `disabled` was read. */
function useEnable(merchantId: string, companyName: string, disabled: Disabled | null, onDone: () => void) {
  const onChanged = useStateChanged(merchantId);
  return useWrite(
    ({ reason, isMailed }: StoppingTyped, { stepUp }) => {
      const body = { reason: reason || null, mailAdministrators: isMailed, disabledAtUtc: disabled?.atUtc ?? null };
      return call(enableMerchant, { params: { merchantId }, body, stepUp });
    },
    () => {
      onChanged();
      toast.good('Merchant enabled', companyName);
      onDone();
    },
  );
}
