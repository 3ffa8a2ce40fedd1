import type { PayInAccount } from '@volume/contract/balances.ts';
import type { Application } from '@volume/contract/merchants.ts';
import type { Scope } from '#platform/scope.ts';
import { useWhyNotMoveMoney } from '#platform/session/why-not.ts';
import type { AccountAction } from './account-columns.tsx';
import { PayOutDialog } from './pay-out/pay-out-dialog.tsx';
import { ScheduleDialog } from './schedule/schedule-dialog.tsx';
import { StatementDialog } from './statement/statement-dialog.tsx';

interface AccountDialogsProps {
  action: AccountAction;
  account: PayInAccount;
  scope: Scope;
  application: Application;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog of the action that was chosen for an account. */
export function AccountDialogs({ action, application, ...dialog }: AccountDialogsProps) {
  const reason = useWhyNotMoveMoney();
  if (action === 'statement') return <StatementDialog {...dialog} />;
  if (action === 'schedule') return <ScheduleDialog {...dialog} reason={reason} />;
  const payee = application.payeeDetailsPerCurrency?.find(({ id }) => id === dialog.account.id);
  return <PayOutDialog {...dialog} payee={payee} />;
}
