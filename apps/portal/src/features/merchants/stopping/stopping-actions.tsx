import { useQuery } from '@tanstack/react-query';
import { getMerchantHealth } from '@volume/contract/merchants/health.ts';
import { disableMerchant } from '@volume/contract/merchants/stopping.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { healthQuery } from '#features/merchants/health/health-query.ts';
import { CanDo, useCanDo } from '#platform/calls/capabilities.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { DisabledNotice } from './disabled-notice.tsx';

const DisableDialog = lazyDialog(() => import('./disable-dialog.tsx').then((module) => module.DisableDialog));
const EnableDialog = lazyDialog(() => import('./enable-dialog.tsx').then((module) => module.EnableDialog));

/** Undefined while it is not known whether the merchant is disabled. */
function useDisabled(merchantId: string) {
  const canAsk = useCanDo(getMerchantHealth);
  const { data, isError } = useQuery({ ...healthQuery(merchantId), enabled: canAsk });
  return isError && !data ? null : data?.disabled;
}

/** The button that disables the merchant, or enables it again. */
export function StoppingButton({ merchant }: { merchant: Merchant }) {
  return (
    <CanDo call={disableMerchant}>
      <Opener merchant={merchant} />
    </CanDo>
  );
}

function Opener({ merchant }: { merchant: Merchant }) {
  const disabled = useDisabled(merchant.merchantId);
  const disabledReason = useChangeDisabledReason();
  const [open, setOpen] = useState<'disable' | 'enable'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {disabled !== undefined && (
        <Button disabledReason={disabledReason} onClick={() => setOpen(disabled ? 'enable' : 'disable')}>
          {disabled ? 'Enable merchant…' : 'Disable merchant…'}
        </Button>
      )}
      <DisableDialog {...{ merchant }} isOpen={open === 'disable'} onClose={close} />
      <EnableDialog {...{ merchant }} isOpen={open === 'enable'} onClose={close} />
    </>
  );
}

/** At the top of a disabled merchant's page. */
export function DisabledBanner({ merchantId }: { merchantId: string }) {
  const disabled = useDisabled(merchantId);
  if (!disabled) return null;
  return (
    <div className="mb-6">
      <DisabledNotice disabled={disabled} />
    </div>
  );
}
