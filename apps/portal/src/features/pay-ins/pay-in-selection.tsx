import { useQuery } from '@tanstack/react-query';
import { Icon } from '#design/icon.tsx';
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs';
import { BulkButton } from '#features/bulk/bulk-button.tsx';
import type { PaymentListItem, PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPickedPayIns, totalPayIns } from '@volume/contract/bulk/picked-rows.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';
import { streamed } from '#lists/export/csv-source.ts';
import type { SelectionProps } from '#lists/list.ts';
import { type AllMatching, type SelectedRows, tooManyReason } from '#lists/selection/selection-store.ts';
import { Selection } from '#lists/selection/selection.tsx';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { useSession, useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';

export function PayInSelection(props: SelectionProps<PaymentListItem>) {
  const { page: _page, size: _size, ...query } = props.query as PayInQuery;
  const { sort: _sort, ...filter } = query;
  return (
    <Selection
      {...props}
      kind={{
        sumOf: ({ paymentRequest }) => paymentRequest,
        filter: JSON.stringify(filter),
        readAll: () => readAll(filter),
        fileOf: (selected) => ({ name: 'pay-ins', source: fileOf(selected, filter.merchantId) }),
        actions: (selected, clear) => <RefundSelected {...{ selected, clear }} applicationId={filter.applicationId} />,
      }}
    />
  );
}

interface RefundSelectedProps {
  selected: SelectedRows<PaymentListItem>;
  clear: () => void;
  applicationId: string | undefined;
}

/** Refunds the selected pay-ins of the list's application; administrators' lists span merchants and cannot. */
function RefundSelected({ selected: { rows, all }, clear, applicationId: named }: RefundSelectedProps) {
  const session = useSession();
  const merchantId = session.kind === 'none' ? undefined : session.merchantId;
  const { data: merchant } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: merchantId !== undefined });
  const reason = useMoveMoneyDisabledReason();
  if (merchantId === undefined || !merchant) return null;
  const { applicationId } = selectApplication(merchant, named);
  return (
    <BulkButton
      scope={{ merchantId, applicationId }}
      body={{ kind: 'REFUND', ...(all ? { payIns: ownFilter(all) } : { ids: [...rows.keys()] }) }}
      icon={<Icon of={Undo2} />}
      disabledReason={reason ?? tooManyReason(rows.size)}
      onStarted={clear}
    >
      Refund…
    </BulkButton>
  );
}

/** A bulk job belongs to an application, so its filter names neither merchant nor application. */
function ownFilter({ query }: AllMatching) {
  const { merchantId: _merchant, applicationId: _application, ...filter } = query as Omit<PayInQuery, 'page' | 'size'>;
  return filter;
}

async function readAll(filter: Omit<PayInQuery, 'page' | 'size' | 'sort'>): Promise<AllMatching> {
  const { asOfUtc, count, totals } = await call(totalPayIns, { query: filter });
  const { endDateTimeUtc: end } = filter;
  const query = { ...filter, endDateTimeUtc: end !== undefined && end < asOfUtc ? end : asOfUtc };
  return { query, count, sums: totals };
}

function fileOf({ rows, all }: SelectedRows<PaymentListItem>, merchantId: string | undefined): CsvSource {
  if (all) return streamed(exportPayIns, { query: all.query });
  return {
    kind: 'streamed',
    endpoint: exportPickedPayIns as AnyEndpoint,
    params: {},
    query: { merchantId },
    body: { ids: [...rows.keys()] },
  };
}
