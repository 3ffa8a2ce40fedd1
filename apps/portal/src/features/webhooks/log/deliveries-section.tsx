import { useQuery } from '@tanstack/react-query';
import { webhookKinds, webhookStates } from '@volume/contract/webhook-words.ts';
import type { Application } from '@volume/contract/merchants.ts';
import { exportWebhookDeliveries } from '@volume/contract/webhooks.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { TextFilter } from '#design/filter/text-filter.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { Pager } from '#design/table/pager.tsx';
import { kindWords, stateWords } from '#features/webhooks/webhook-words.ts';
import type { WebhooksSearch } from '#features/webhooks/webhooks-search.ts';
import { streamedCsv } from '#lists/export/csv-source.ts';
import { readId } from '#lists/read-search.ts';
import { useNow } from '#platform/preferences.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { ListTable } from '#lists/list-table.tsx';
import { PartError } from '#screen/part-error.tsx';
import { deliveriesQuery, pageOf, rowsOf, toFilters } from './deliveries-query.ts';
import { DeliveriesEmpty, type DeliveriesEmptyProps } from './deliveries-empty.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliverySheet } from './delivery-sheet.tsx';
import { TestEvent } from './test-event.tsx';

interface DeliveriesProps extends DeliveriesEmptyProps {
  /** Merges a change into the address. */
  onChange: (change: Partial<WebhooksSearch>) => void;
}

/** Every webhook delivery of the application: filtered, opened, sent again. */
export function DeliveriesSection({ application, search, hrefOf, onChange }: DeliveriesProps) {
  const scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(deliveriesQuery(scope, search));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <DeliveryFilters search={search} onChange={(change) => onChange({ page: undefined, ...change })} />
        <div className="mb-3 flex gap-2.5">
          <ExportButton
            name="webhook-deliveries"
            days={{ from: search.from, to: search.to }}
            source={streamedCsv(exportWebhookDeliveries, { params: scope, query: toFilters(search) })}
            total={data?.totalElements}
          />
          <TestEvent application={application} onSent={(delivery) => onChange({ delivery })} />
        </div>
      </div>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ListTable
          caption="Webhook deliveries"
          columns={deliveryColumns}
          rows={data?.content}
          rowKey={({ id }) => id}
          rowHref={({ id }) => hrefOf({ delivery: id })}
          rowLabel={({ state, kind, objectId }) => `${stateWords[state].word}, ${kindWords[kind]} ${objectId}`}
          isStale={isPlaceholderData}
          skeletonRows={rowsOf(search)}
          empty={<DeliveriesEmpty application={application} search={search} hrefOf={hrefOf} />}
        />
      )}
      <Pager
        page={pageOf(search)}
        rows={rowsOf(search)}
        total={data?.totalElements}
        onPage={(page) => onChange({ page: page === 1 ? undefined : page })}
        onRows={(rows) => onChange({ page: undefined, rows: rows === 10 ? undefined : rows })}
      />
      <DeliverySheet
        scope={scope}
        deliveryId={search.delivery}
        hasAddress={(kind) => addressed(application, kind)}
        onClose={() => onChange({ delivery: undefined })}
      />
    </>
  );
}

const addressed = (application: Application, kind: keyof typeof kindWords): boolean =>
  ({
    PAYMENT: application.paymentStatusWebhookUrl,
    REFUND: application.refundWebhookUrl,
    PAYOUT: application.payoutWebhookUrl,
  })[kind] !== null;

const stateOptions = webhookStates.map((value) => ({ value, label: stateWords[value].word }));
const kindOptions = webhookKinds.map((value) => ({ value, label: kindWords[value] }));

function DeliveryFilters({ search, onChange }: Pick<DeliveriesProps, 'search' | 'onChange'>) {
  const today = utcDay(useNow());
  return (
    <FilterBar>
      <CheckListFilter
        label="State"
        options={stateOptions}
        selected={search.state}
        onChange={(state) => onChange({ state })}
      />
      <CheckListFilter
        label="Event"
        options={kindOptions}
        selected={search.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <DateRangeFilter
        from={search.from}
        to={search.to}
        today={today}
        onApply={({ from, to }) => onChange({ from, to })}
        onRemove={search.from || search.to ? () => onChange({ from: undefined, to: undefined }) : undefined}
      />
      <TextFilter
        label="Object"
        value={search.objectId}
        placeholder="Id of a payment, refund or payout"
        onApply={(text) => onChange({ objectId: readId(text?.trim()) })}
      />
    </FilterBar>
  );
}
