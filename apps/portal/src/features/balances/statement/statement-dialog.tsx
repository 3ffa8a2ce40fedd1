import { useQuery } from '@tanstack/react-query';
import { exportStatement, type PayInAccount, type StatementPage } from '@volume/contract/balances.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { addDays, type DayRange, utcDay } from '#design/days/date-presets.ts';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { DataTable } from '#design/table/data-table.tsx';
import { Pager } from '#design/table/pager.tsx';
import { zoneName } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { numberOf } from '#features/balances/account-words.ts';
import { streamedCsv } from '#lists/export/csv-source.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { PartError } from '#screen/part-error.tsx';
import { lineColumns } from './line-columns.tsx';
import { periodOf, statementQuery, statementRows } from './statement-query.ts';

interface StatementDialogProps {
  scope: Scope;
  account: PayInAccount;
  isOpen: boolean;
  onClose: () => void;
}

/** What changed an account's balance in a period, between the balance before it and the one at its end. */
export function StatementDialog({ scope, account, isOpen, onClose }: StatementDialogProps) {
  const today = utcDay(useNow());
  const [range, setRange] = useState<DayRange>({ from: addDays(today, -30), to: today });
  const [page, setPage] = useState(1);
  const period = { payInAccountId: account.id, ...range, page };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...statementQuery(scope, period),
    enabled: isOpen,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="l"
      title={`Statement, ${account.forCurrency}`}
      description={
        <>
          <bdi>{account.accountHolderName}</bdi>, {numberOf(account)}
        </>
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <DateRangeFilter
          label="Period"
          {...range}
          today={today}
          onApply={(next) => {
            setRange(next);
            setPage(1);
          }}
        />
        <ExportButton
          name={`statement-${account.forCurrency}-${account.id}`}
          size="s"
          days={range}
          source={streamedCsv(exportStatement, {
            params: { ...scope, payInAccountId: account.id },
            query: periodOf(range),
          })}
          total={data?.totalElements}
        />
      </div>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Lines data={data} isStale={isPlaceholderData} />
      )}
      <Pager page={page} rows={statementRows} total={data?.totalElements} onPage={setPage} />
    </Dialog>
  );
}

function Lines({ data, isStale }: { data: StatementPage | undefined; isStale: boolean }) {
  const zone = useZone();
  const now = useNow();
  const currency = data?.currency ?? '';
  return (
    <div>
      <BalanceLine word="Closing balance" minor={data?.closingBalance} currency={currency} />
      <DataTable
        caption="Statement"
        columns={lineColumns({ zone, zoneName: zoneName(zone), now, currency })}
        rows={data?.content}
        rowKey={(line) => line.id}
        isStale={isStale}
        skeletonRows={4}
        empty={<p className="m-0 py-6 text-center text-ink-3">No movements in this period.</p>}
      />
      <BalanceLine word="Opening balance" minor={data?.openingBalance} currency={currency} />
    </div>
  );
}

function BalanceLine({ word, minor, currency }: { word: string; minor: number | undefined; currency: string }) {
  return (
    <p className="m-0 flex justify-between py-2 font-medium">
      <span>{word}</span>
      {minor === undefined ? <span className="text-ink-3">–</span> : <Money minor={minor} currency={currency} />}
    </p>
  );
}
