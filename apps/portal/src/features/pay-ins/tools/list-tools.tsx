import { exportPayIns, type PayInQuery } from '@volume/contract/pay-ins.ts';
import { streamedCsv } from '#platform/lists/csv-source.ts';
import { ExportButton } from '#screen/export/export-button.tsx';
import type { PayInSearch } from '#features/pay-ins/pay-in-search.ts';
import { daysOf } from '#features/pay-ins/to-pay-in-query.ts';

export { NewRows } from '#screen/live/new-rows.tsx';
export { PayInViews } from './pay-in-views.tsx';

interface PayInExportProps {
  search: PayInSearch;
  query: PayInQuery;
  today: string;
  total: number | undefined;
}

/** Saves every pay-in the filters say, whatever page is shown. */
export function PayInExport({ search, query, today, total }: PayInExportProps) {
  const { page: _page, size: _size, ...filters } = query;
  return (
    <ExportButton
      name="pay-ins"
      days={daysOf(search, today)}
      source={streamedCsv(exportPayIns, { query: filters })}
      total={total}
    />
  );
}
