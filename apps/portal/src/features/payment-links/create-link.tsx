import { deriveApplication, type Merchant } from '@volume/contract/merchants/merchants.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { Icon } from '#design/icon.tsx';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { useOverlay } from '#design/overlay/use-overlay.ts';
import type { PaymentAgain } from './create-link-dialog.tsx';
import { OpenedByHash } from '#platform/use-opened-by-hash.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';

interface CreateLinkProps {
  /** Undefined while it is loading. */
  merchant: Merchant | undefined;
  applicationId: string | undefined;
  onCreated: (paymentIntentId: string) => void;
  label?: string | undefined;
  again?: PaymentAgain | undefined;
  /** Opens the form for an address that ends in #new-link. */
  isOpenedByHash?: boolean;
}

const loadDialog = () => import('./create-link-dialog.tsx').then((module) => module.CreateLinkDialog);

/** The button that creates a link. Its dialog loads on first use and keeps the typed values when closed. */
export function CreateLink({ label = 'Create link', again, isOpenedByHash = false, ...link }: CreateLinkProps) {
  const { merchant, applicationId, onCreated } = link;
  const [isOpen, setIsOpen] = useState(false);
  const { part: CreateLinkDialog, load } = useOverlay(loadDialog, { isOpen, onClose: () => setIsOpen(false) });
  const isReadOnly = useIsReadOnly();
  const receiving = receivingCurrencies(merchant, applicationId);
  const open = () => {
    load();
    setIsOpen(true);
  };
  return (
    <>
      {isOpenedByHash && <OpenedByHash hash="new-link" isReady={merchant !== undefined && !isReadOnly} onOpen={open} />}
      <Button
        variant={again ? 'secondary' : 'primary'}
        shortcut="n"
        icon={<Icon of={Plus} />}
        disabledReason={isReadOnly ? 'You don’t have permission to create payment links' : undefined}
        busy={isOpen && CreateLinkDialog === null}
        onPointerEnter={load}
        onFocus={load}
        onClick={open}
      >
        {label}
      </Button>
      {CreateLinkDialog !== null && (
        <CreateLinkDialog
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          currencies={receiving}
          applicationId={applicationId}
          onCreated={onCreated}
          again={again}
        />
      )}
    </>
  );
}

/**
 * The currencies that the application has accounts in, GBP first; all currencies if it has none, because the provider
 * then explains the refusal.
 */
function receivingCurrencies(merchant: Merchant | undefined, applicationId: string | undefined): Currency[] {
  const application = merchant?.applications.find((each) => each.applicationId === applicationId);
  const { hasGBP, hasEUR } = application ? deriveApplication(application) : { hasGBP: false, hasEUR: false };
  const known = { GBP: hasGBP, EUR: hasEUR };
  const all = currencies.toReversed();
  const receiving = all.filter((currency) => known[currency]);
  return receiving.length > 0 ? receiving : all;
}
