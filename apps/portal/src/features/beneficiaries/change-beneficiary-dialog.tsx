import {
  disableBeneficiary,
  type PayoutBeneficiary,
  setDefaultBeneficiary,
} from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { isolate } from '#design/text/format-text.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { noMailHere } from '#platform/calls/demo.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { numberText, payerName } from './beneficiary-labels.ts';
import { payoutBeneficiariesQuery } from './beneficiaries-query.ts';
import { merchantKeys } from '#platform/merchant-query.ts';
import { useWrite } from '#platform/writes/use-write.ts';

export type AskedChange =
  | { action: 'disable'; one: PayoutBeneficiary; payee?: undefined }
  | { action: 'default'; one: PayoutBeneficiary; payee: PayeeDetail };

type ChangeBeneficiaryDialogProps = AskedChange & {
  scope: Scope;
  payees: readonly PayeeDetail[];
  /** Every beneficiary; one of them may be the current default. */
  all: readonly PayoutBeneficiary[];
  isOpen: boolean;
  onClose: () => void;
};

/** Disables a beneficiary or makes it an account's default, after describing the consequences. */
export function ChangeBeneficiaryDialog({
  scope,
  payees,
  all,
  isOpen,
  onClose,
  ...asked
}: ChangeBeneficiaryDialogProps) {
  const { one, payee } = asked;
  const { done, ...texts } = payee ? setDefaultTexts(one, payee, { payees, all }) : disableTexts(one);
  const write = useBeneficiaryWrite(
    scope,
    (_: AskedChange['action'], stepUp) => {
      const params = { ...scope, beneficiaryId: one.beneficiaryId };
      const rest = { params, applicationId: scope.applicationId, stepUp };
      if (payee) return call(setDefaultBeneficiary, { ...rest, body: { payInAccountId: payee.id } });
      return call(disableBeneficiary, rest);
    },
    () => {
      toast.good(done, isolate(one.accountHolderName));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, ...texts }}
      isDangerous={!payee}
      onConfirm={() => write.run(asked.action)}
    >
      <p className="m-0 text-ink-2">
        <bdi className="font-medium text-ink">{one.accountHolderName}</bdi>,{' '}
        <span className="num whitespace-nowrap">{numberText(one)}</span>
      </p>
    </ConfirmDialog>
  );
}

interface DialogTexts {
  title: ReactNode;
  description: ReactNode;
  action: string;
  done: string;
  undone: string;
}

const disableTexts = (one: PayoutBeneficiary): DialogTexts => ({
  title: (
    <>
      Disable <bdi>{one.accountHolderName}</bdi>?
    </>
  ),
  description:
    'You won’t be able to pay out to this account. Payouts already made are not affected. You can add it again at any time; it is then new for 24 hours.',
  action: 'Disable beneficiary',
  done: 'Beneficiary disabled',
  undone: 'The beneficiary is still active.',
});

function setDefaultTexts(
  one: PayoutBeneficiary,
  payee: PayeeDetail,
  { payees, all }: Pick<ChangeBeneficiaryDialogProps, 'payees' | 'all'>,
): DialogTexts {
  const account = payerName(payee, payees);
  const now = all.find(({ defaultForPayInAccountIds }) => defaultForPayInAccountIds.includes(payee.id));
  return {
    title: (
      <>
        Make <bdi>{one.accountHolderName}</bdi> the default?
      </>
    ),
    description: (
      <>
        From now on the {account} pays out to this account unless another is chosen, scheduled payouts included.
        {now && (
          <>
            {' '}
            Until now it was <bdi>{now.accountHolderName}</bdi>, {numberText(now)}.
          </>
        )}{' '}
        We’ll email your administrators.
        {noMailHere}
      </>
    ),
    action: `Make default of the ${account}`,
    done: `Default of the ${account} changed`,
    undone: 'The default was not changed.',
  };
}

/** Writes to the beneficiaries. Always refetches the list and the merchant (for the default), also after a refusal. */
export function useBeneficiaryWrite<Body>(
  scope: Scope,
  send: (body: Body, stepUp: string | undefined) => Promise<PayoutBeneficiary | undefined>,
  onDone: (answer: PayoutBeneficiary | undefined, body: Body) => void,
) {
  const queryClient = useQueryClient();
  const refetch = () =>
    invalidate(queryClient, payoutBeneficiariesQuery(scope).queryKey, merchantKeys.of(scope.merchantId));
  return useWrite((body: Body, { stepUp }) => send(body, stepUp).finally(refetch), onDone);
}
