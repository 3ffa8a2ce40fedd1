import type { AnyEndpoint, QueryOf } from '@volume/contract/endpoint.ts';
import { exportPayouts, listPayouts, type OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import { exportPickedPayouts } from '@volume/contract/bulk/picked-rows.ts';
import { streamed } from '#lists/export/csv-source.ts';
import type { SelectionProps } from '#lists/list.ts';
import type { AllMatching, SelectedRows } from '#lists/selection/selection-store.ts';
import { Selection } from '#lists/selection/selection.tsx';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';

type Filter = Omit<QueryOf<typeof listPayouts>, 'page' | 'size'>;

export function PayoutSelection(props: SelectionProps<OutboundPayment>) {
  const { scope, query } = props.query as { scope: Scope; query: QueryOf<typeof listPayouts> };
  const { page: _page, size: _size, sort: _sort, ...filter } = query;
  return (
    <Selection
      {...props}
      kind={{
        sumOf: ({ payoutRequestDetails }) => payoutRequestDetails,
        filter: JSON.stringify(filter),
        readAll: () => readAll(scope, filter),
        fileOf: (selected) => ({ name: 'payouts', source: fileOf(selected, scope) }),
      }}
    />
  );
}

/** All payouts up to the newest at this moment, so that later ones are not included. */
async function readAll(scope: Scope, filter: Filter): Promise<AllMatching> {
  const query = { ...filter, page: 0, size: 1 };
  const { content, totalElements } = await call(listPayouts, { params: scope, query });
  const endDateTimeUtc = content[0]?.createdAtUtc ?? filter.endDateTimeUtc;
  return { query: { ...filter, endDateTimeUtc }, count: totalElements, sums: [] };
}

function fileOf({ rows, all }: SelectedRows<OutboundPayment>, scope: Scope) {
  if (all) return streamed(exportPayouts, { params: scope, query: all.query });
  const endpoint = exportPickedPayouts as AnyEndpoint;
  return { kind: 'streamed', endpoint, params: { ...scope }, query: {}, body: { ids: [...rows.keys()] } } as const;
}
