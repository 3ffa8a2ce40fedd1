import { useQuery } from '@tanstack/react-query';
import { bookExchange, listExchanges } from '@volume/contract/exchange.ts';
import { Spinner } from '#design/feedback/spinner.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { useCapability } from '#platform/calls/capabilities.ts';
import { CanDo } from '#screen/can-do.tsx';
import { payInAccountsQuery } from '#features/balances/public.ts';
import { Permitted } from '#platform/session/use-session.ts';
import type { Scope } from '#platform/scope.ts';
import { ExchangeAccounts } from './exchange-accounts.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { ExchangeHistory } from './exchange-history.tsx';

/** Changing money of one currency into the other, between the application's own accounts; not shown before those are loaded (§2). */
export function ExchangePage({ scope }: { scope: Scope }) {
  const { data, error } = useQuery(payInAccountsQuery(scope));
  const canBook = useCapability(bookExchange);
  if (!data) {
    if (error) throw error;
    return (
      <div className="grid min-h-[50vh] place-items-center">
        <Spinner />
      </div>
    );
  }
  return (
    <>
      <PageHeader title="Exchange" />
      <div className="mb-10">
        {canBook === true && (
          <ExchangeForm scope={scope} accounts={data.filter(({ isVirtualAccount }) => isVirtualAccount)} />
        )}
        {canBook === false && <ExchangeAccounts accounts={data} />}
      </div>
      <CanDo call={listExchanges}>
        <Permitted anyOf={['EDIT_SETTINGS']}>
          <ExchangeHistory scope={scope} />
        </Permitted>
      </CanDo>
    </>
  );
}
