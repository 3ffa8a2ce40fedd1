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
import type { PickingProps } from '#lists/list.ts';
import { type AllPicked, type Picks, tooManyReason } from '#lists/selection/picks.ts';
import { Selection } from '#lists/selection/selection.tsx';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { useSession, useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';

export function PickPayIns(props: PickingProps<PaymentListItem>) {
  const { page: _page, size: _size, ...query } = props.query as PayInQuery;
  const { sort: _sort, ...filter } = query;
  return (
    <Selection
      {...props}
      kind={{
        sumOf: ({ paymentRequest }) => paymentRequest,
        filter: JSON.stringify(filter),
        readAll: () => readAll(filter),
        fileOf: (picks) => ({ name: 'pay-ins', source: fileOf(picks, filter.merchantId) }),
        actions: (picks, clear) => <RefundPicked {...{ picks, clear }} applicationId={filter.applicationId} />,
      }}
    />
  );
}

interface RefundPickedProps {
  picks: Picks<PaymentListItem>;
  clear: () => void;
  applicationId: string | undefined;
}

/** Refunds the selected pay-ins of the list's application; administrators' lists span merchants and cannot. */
function RefundPicked({ picks: { rows, all }, clear, applicationId: named }: RefundPickedProps) {
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
function ownFilter({ query }: AllPicked) {
  const { merchantId: _merchant, applicationId: _application, ...filter } = query as Omit<PayInQuery, 'page' | 'size'>;
  return filter;
}

async function readAll(filter: Omit<PayInQuery, 'page' | 'size' | 'sort'>): Promise<AllPicked> {
  const { asOfUtc, count, totals } = await call(totalPayIns, { query: filter });
  const { endDateTimeUtc: end } = filter;
  const query = { ...filter, endDateTimeUtc: end !== undefined && end < asOfUtc ? end : asOfUtc };
  return { query, count, sums: totals };
}

function fileOf({ rows, all }: Picks<PaymentListItem>, merchantId: string | undefined): CsvSource {
  if (all) return streamed(exportPayIns, { query: all.query });
  return {
    kind: 'streamed',
    endpoint: exportPickedPayIns as AnyEndpoint,
    params: {},
    query: { merchantId },
    body: { ids: [...rows.keys()] },
  };
}
