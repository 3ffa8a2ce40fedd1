import { useQuery } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { getFeeStatement } from '@volume/contract/balances/fees.ts';
import { getStatement, type PayInAccount, setLowBalance } from '@volume/contract/balances/balances.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { exportPayouts } from '@volume/contract/payouts/payouts.ts';
import { listPayoutSchedules } from '@volume/contract/payouts/schedules.ts';
import { listFileSchedules } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Section } from '#design/layout/section.tsx';
import { DataTable } from '#design/table/data-table.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { Age, RefreshButton, RefreshRefusal } from './refresh.tsx';
import { OfferSamples } from '#features/sample-payments/offer-samples.tsx';
import { useEverPaid } from '#platform/queries/ever-paid-query.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { feesHref, newLinkHref, reconcileHref, scheduledFilesHref } from '#platform/hrefs.ts';
import { payInAccountsQuery } from './pay-in-accounts-query.ts';
import { usePermitted, useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';
import { useOpenedByHash } from '#platform/use-opened-by-hash.ts';
import type { Scope } from '#platform/scope.ts';
import { type AccountAction, accountColumns } from './account-columns.tsx';
import { balancesOf } from './account-display.ts';
import { Spinner } from '#design/feedback/spinner.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';

/**
 * Balances and available amounts of the accounts (§5), with their actions.
 * @throws the error of the first request, for the route's error card
 */
export function BalancesPage({ application }: { application: Application }) {
  const scope: Scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(payInAccountsQuery(scope));
  const [chosen, setChosen] = useState<{ action: AccountAction; account: PayInAccount }>();
  const [isOpen, setIsOpen] = useState(false);
  const choose = (action: AccountAction, account: PayInAccount) => {
    setChosen({ action, account });
    setIsOpen(true);
  };
  const reason = useMoveMoneyDisabledReason();
  useOpenedByHash(
    (hash) => {
      const able = data?.filter(
        ({ forCurrency, isVirtualAccount }) => isVirtualAccount && hash === `pay-out-${forCurrency}`,
      );
      const [one, ...others] = able ?? [];
      // Of several accounts the user chooses one.
      if (one && others.length === 0) choose('pay-out', one);
    },
    (hash) => hash.startsWith('pay-out-'),
    data !== undefined && reason === undefined,
  );
  if (!data) {
    if (error) throw error;
    return <BalancesPending />;
  }
  const refresh = <RefreshButton busy={isFetching} onRefresh={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title="Balances"
        aside={<Age readAt={dataUpdatedAt} />}
        actions={
          <>
            <FeesButton />
            <ScheduledFilesButton />
            <ReconcileButton />
            {refresh}
          </>
        }
      />
      {error && <RefreshRefusal error={error} what="balances" />}
      <Accounts accounts={data} onAction={choose} />
      <FirstMoney accounts={data} applicationId={scope.applicationId} />
      {chosen && (
        <AccountDialogs
          // Starts an empty form for each account and action.
          key={`${chosen.action} ${chosen.account.id}`}
          action={chosen.action}
          account={data.find(({ id }) => id === chosen.account.id) ?? chosen.account}
          {...{ scope, application, isOpen }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The next step before any money has arrived. */
function FirstMoney({ accounts, applicationId }: { accounts: readonly PayInAccount[]; applicationId: string }) {
  const isEmpty = accounts.length > 0 && accounts.every((account) => (balancesOf(account)?.balance ?? 0) === 0);
  const isPaid = useEverPaid(applicationId, isEmpty);
  const mayTakePayments = usePermitted(['PAY_BY_LINK']);
  if (!isEmpty || isPaid !== false || !mayTakePayments) return null;
  return (
    <EmptyState
      title="No payments have come in yet"
      detail="The balance of a virtual account appears with its first payment."
      actions={
        <>
          <OfferSamples applicationId={applicationId} />
          <LinkButton variant="quiet" href={newLinkHref()}>
            Create a payment link
          </LinkButton>
        </>
      }
    />
  );
}

/** Links to the fee statements. */
function FeesButton() {
  const mayView = usePermitted(mayViewPayments);
  const canDo = useCanDo(getFeeStatement);
  return mayView && canDo && <Button href={feesHref()}>Fees</Button>;
}

/** Links to the statements and pay-ins that are made as files regularly. */
function ScheduledFilesButton() {
  const mayView = usePermitted(mayViewPayments);
  const canDo = useCanDo(listFileSchedules);
  return mayView && canDo && <Button href={scheduledFilesHref()}>Scheduled files</Button>;
}

/** Links to the comparison with a bank statement, which needs our export endpoints. */
function ReconcileButton() {
  const mayView = usePermitted(mayViewPayments);
  const canDo = useCanDo(exportPayouts);
  return mayView && canDo && <Button href={reconcileHref()}>Reconcile</Button>;
}

interface AccountsProps {
  accounts: readonly PayInAccount[];
  onAction: (action: AccountAction, account: PayInAccount) => void;
}

function Accounts({ accounts, onAction }: AccountsProps) {
  const reason = useMoveMoneyDisabledReason();
  const maySeeStatements = usePermitted(mayViewPayments);
  const maySeeSchedules = usePermitted(['EDIT_SETTINGS']);
  const hasStatements = useCanDo(getStatement);
  const hasSchedules = useCanDo(listPayoutSchedules);
  const hasLowBalances = useCanDo(setLowBalance);
  if (accounts.length === 0) {
    return <EmptyState title="No pay-in accounts" detail="This application has no pay-in account yet." />;
  }
  const columns = accountColumns({
    reason,
    maySeeStatements,
    maySeeSchedules,
    hasStatements,
    hasSchedules,
    hasLowBalances,
    onAction,
  });
  // Pounds first. Amounts in different currencies are never added up.
  const currencies = [...new Set(accounts.map(({ forCurrency }) => forCurrency))].toSorted().toReversed();
  return currencies.map((currency) => {
    const rows = accounts.filter(({ forCurrency }) => forCurrency === currency);
    return (
      <Section key={currency} title={currency}>
        {/* An account needs more than the one line of a card. */}
        <div className="phone:[&_tr]:!grid-rows-[auto_auto]">
          <DataTable caption={`${currency} accounts`} columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
        </div>
      </Section>
    );
  });
}

/** The balances overview's loading screen, with the specification's text (§2 Loading and error screens). */
function BalancesPending() {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner sentence="Please wait. This may take up to 10 seconds." />
    </div>
  );
}

interface AccountDialogsProps {
  action: AccountAction;
  account: PayInAccount;
  scope: Scope;
  application: Application;
  isOpen: boolean;
  onClose: () => void;
}

const PayOutDialog = lazyDialog(() => import('./pay-out/pay-out-dialog.tsx').then((module) => module.PayOutDialog));
const ScheduleDialog = lazyDialog(() =>
  import('./schedule/schedule-dialog.tsx').then((module) => module.ScheduleDialog),
);
const LowBalanceDialog = lazyDialog(() => import('./low-balance-dialog.tsx').then((module) => module.LowBalanceDialog));

function AccountDialogs({ action, application, ...dialog }: AccountDialogsProps) {
  const reason = useMoveMoneyDisabledReason();
  if (action === 'low-balance') return <LowBalanceDialog {...dialog} reason={reason} />;
  const payee = application.payeeDetailsPerCurrency?.find(({ id }) => id === dialog.account.id);
  if (action === 'schedule') return <ScheduleDialog {...dialog} {...{ payee, reason }} />;
  return <PayOutDialog {...dialog} payee={payee} />;
}
