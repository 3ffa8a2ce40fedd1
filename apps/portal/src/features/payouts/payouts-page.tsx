import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import type { OutboundPayment } from '@volume/contract/payouts.ts';
import { useState } from 'react';
import { Spinner } from '#design/feedback/spinner.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { Age, RefreshButton, RefreshRefusal } from '#domain/refresh.tsx';
import type { PayoutSearch } from './payout-filters.ts';
import { payoutListQuery, type PayoutQuery } from './payout-list-query.ts';
import { payoutFile, payoutList } from './payout-list.tsx';
import { PayoutSheet } from './payout-sheet.tsx';

interface PayoutsPageProps {
  application: Application;
  search: PayoutSearch;
  query: PayoutQuery;
  /** The list with another search. */
  hrefOf: (search: PayoutSearch) => string;
  /** Merges a change into the address. */
  onChange: (change: Partial<PayoutSearch>) => void;
}

/** The payout list; what stands here is never treated as stale, so it says how old it is (§4 Caching). @throws what kept the first answer away, to the route's error card */
export function PayoutsPage({ application, query, ...page }: PayoutsPageProps) {
  const scope: Scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const options = payoutListQuery(scope, query);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(options);
  const found = useFound(options);
  const zone = useZone();
  const [opened, setOpened] = useState<OutboundPayment>();
  const [isOpen, setIsOpen] = useState(false);
  // The same for as long as the page stands, so that its rows are not drawn anew.
  const [context] = useState(() => ({
    onOpen: (payout: OutboundPayment) => {
      setOpened(payout);
      setIsOpen(true);
    },
  }));
  if (!data) {
    if (error) throw error;
    return <Pending />;
  }
  const refresh = () => void refetch({ cancelRefetch: false });
  return (
    <>
      <ListPage
        list={payoutList}
        title="Payouts"
        found={{ ...found, error: null, isStale: isFetching }}
        file={payoutFile(scope, query)}
        aside={<Age readAt={dataUpdatedAt} />}
        firstActions={<RefreshButton busy={isFetching} onRefresh={refresh} />}
        notice={error && <RefreshRefusal error={error} what="payouts" />}
        {...{ context, query, ...page }}
      />
      {opened && (
        <PayoutSheet
          payout={opened}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          accounts={application.payeeDetailsPerCurrency ?? []}
          zone={zone}
        />
      )}
    </>
  );
}

/** The payout loading screen, in the specification's words (§2 Loading and error screens). */
function Pending() {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner sentence="Please wait. Fetching Payouts may take up to 10 seconds." />
    </div>
  );
}
