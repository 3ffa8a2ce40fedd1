import type { Application } from '@volume/contract/merchants.ts';
import { Beneficiaries } from './beneficiaries.tsx';
import { PayeeAccounts } from './payee-accounts.tsx';
import { VirtualAccounts } from './virtual-accounts.tsx';

/** The application's bank accounts: where pay-ins arrive, who keeps them, and where they can be paid out to. */
export function AccountsPage({ application }: { application: Application }) {
  const payees = application.payeeDetailsPerCurrency ?? [];
  return (
    <>
      <PayeeAccounts payees={payees} />
      {payees.length > 0 && (
        <>
          <VirtualAccounts payees={payees} />
          <Beneficiaries payees={payees} />
        </>
      )}
    </>
  );
}
