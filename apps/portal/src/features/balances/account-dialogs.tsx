import type { PayInAccount } from '@volume/contract/balances.ts';
import type { Application } from '@volume/contract/merchants.ts';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import type { Scope } from '#platform/scope.ts';
import { useWhyNotMoveMoney } from '#platform/session/use-session.ts';
import type { AccountAction } from './account-columns.tsx';

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

/** The dialog of the action that was chosen for an account. */
export function AccountDialogs({ action, application, ...dialog }: AccountDialogsProps) {
  const reason = useWhyNotMoveMoney();
  if (action === 'schedule') return <ScheduleDialog {...dialog} reason={reason} />;
  const payee = application.payeeDetailsPerCurrency?.find(({ id }) => id === dialog.account.id);
  return <PayOutDialog {...dialog} payee={payee} />;
}
