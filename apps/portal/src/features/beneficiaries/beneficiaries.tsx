import { useQuery } from '@tanstack/react-query';
import { addBeneficiary, listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import type { Application, PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { PartError } from '#lists/part-error.tsx';
import { payoutBeneficiariesQuery } from './beneficiaries-query.ts';
import { useCanDo, useCapability } from '#platform/calls/capabilities.ts';
import { useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { beneficiaryColumns } from './beneficiary-columns.tsx';
import { findPayers, sortBeneficiaries } from './beneficiary-labels.ts';
import type { AskedChange } from './change-beneficiary-dialog.tsx';
import { OptimusBeneficiaries } from './optimus-beneficiaries.tsx';

const AddBeneficiaryDialog = lazyDialog(() =>
  import('./add-beneficiary-dialog.tsx').then((module) => module.AddBeneficiaryDialog),
);
const ChangeBeneficiaryDialog = lazyDialog(() =>
  import('./change-beneficiary-dialog.tsx').then((module) => module.ChangeBeneficiaryDialog),
);

interface BeneficiariesProps {
  application: Application;
  payees: readonly PayeeDetail[];
}

/** The payout beneficiaries: managed here, or read from Optimus without those endpoints (contract §9). */
export function Beneficiaries({ application, payees }: BeneficiariesProps) {
  const hasList = useCapability(listBeneficiaries);
  if (hasList === false) return <OptimusBeneficiaries payees={payees} />;
  return <OwnBeneficiaries {...{ application, payees }} isSupported={hasList === true} />;
}

function OwnBeneficiaries({ application, payees, isSupported }: BeneficiariesProps & { isSupported: boolean }) {
  const scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const { data, error, isFetching, refetch } = useQuery({ ...payoutBeneficiariesQuery(scope), enabled: isSupported });
  const [isAdding, setIsAdding] = useState(false);
  const { asked, ask } = useAsked<AskedChange>();
  const zone = useZone();
  const reason = useChangeDisabledReason();
  const payers = findPayers(payees);
  const canAdd = useCanDo(addBeneficiary) && payers.length > 0;
  const add = canAdd && (
    <Button variant="primary" size="s" disabledReason={reason} onClick={() => setIsAdding(true)}>
      Add beneficiary
    </Button>
  );
  if (error && !data) {
    return (
      <Section title="Beneficiaries">
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Section>
    );
  }
  return (
    <Section title="Beneficiaries" {...(add && data?.length !== 0 && { action: add })}>
      <p className="mt-0 mb-2.5 text-ink-3">The bank accounts you can pay out to.</p>
      <DataTable
        caption="Accounts to pay out to"
        columns={beneficiaryColumns({ payees, zone, reason, onAsk: ask })}
        rows={data && sortBeneficiaries(data)}
        rowKey={({ beneficiaryId }) => beneficiaryId}
        skeletonRows={3}
        empty={<NoBeneficiaries hasPayer={payers.length > 0} action={add} />}
      />
      {canAdd && <AddBeneficiaryDialog {...{ scope, payers, isOpen: isAdding }} onClose={() => setIsAdding(false)} />}
      {asked && <ChangeBeneficiaryDialog key={asked.count} {...asked} {...{ scope, payees }} all={data ?? []} />}
    </Section>
  );
}

function NoBeneficiaries({ hasPayer, action }: { hasPayer: boolean; action: ReactNode }) {
  return (
    <EmptyState
      title={hasPayer ? 'No beneficiaries yet' : 'No beneficiaries to show'}
      detail={
        hasPayer
          ? 'Add the bank account you want to pay out to. We check its name with the bank first.'
          : 'This application has no virtual account to pay out of. Contact support to set one up.'
      }
      actions={action}
    />
  );
}
