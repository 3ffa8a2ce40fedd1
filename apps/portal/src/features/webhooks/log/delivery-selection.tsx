import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { exportPickedWebhookDeliveries } from '@volume/contract/bulk/picked-rows.ts';
import {
  exportWebhookDeliveries,
  listWebhookDeliveries,
  type WebhookDelivery,
  type WebhookDeliveryFilters,
} from '@volume/contract/webhooks/webhooks.ts';
import Send from 'lucide/dist/esm/icons/send.mjs';
import { Icon } from '#design/icon.tsx';
import { BulkButton } from '#features/bulk/bulk-button.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import type { SelectionProps } from '#lists/list.ts';
import { type AllMatching, type SelectedRows, tooManyReason } from '#lists/selection/selection-store.ts';
import { Selection } from '#lists/selection/selection.tsx';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';

export function DeliverySelection(props: SelectionProps<WebhookDelivery>) {
  const { scope, filters } = props.query as { scope: Scope; filters: WebhookDeliveryFilters };
  return (
    <Selection
      {...props}
      kind={{
        filter: JSON.stringify({ ...scope, ...filters }),
        readAll: () => readAll(scope, filters),
        fileOf: (selected) => ({ name: 'webhook-deliveries', source: fileOf(selected, scope) }),
        actions: (selected, clear) => <ResendSelected {...{ selected, clear, scope }} />,
      }}
    />
  );
}

/** All deliveries up to the newest at this moment, so that later ones are not included. */
async function readAll(scope: Scope, filters: WebhookDeliveryFilters): Promise<AllMatching> {
  const {
    content,
    totalElements,
    isTotalAtLeast: isAtLeast,
  } = await call(listWebhookDeliveries, {
    params: scope,
    query: { ...filters, page: 0, size: 1 },
  });
  const query = { ...filters, to: content[0]?.createdAtUtc ?? filters.to };
  return { query, count: totalElements, isAtLeast, sums: [] };
}

function fileOf({ rows, all }: SelectedRows<WebhookDelivery>, scope: Scope) {
  if (all) return streamed(exportWebhookDeliveries, { params: scope, query: all.query });
  const endpoint = exportPickedWebhookDeliveries as AnyEndpoint;
  return { kind: 'streamed', endpoint, params: { ...scope }, query: {}, body: { ids: [...rows.keys()] } } as const;
}

interface ResendSelectedProps {
  selected: SelectedRows<WebhookDelivery>;
  clear: () => void;
  scope: Scope;
}

function ResendSelected({ selected: { rows, all }, clear, scope }: ResendSelectedProps) {
  const reason = useChangeDisabledReason();
  return (
    <BulkButton
      scope={scope}
      body={{ kind: 'RESEND', ...(all ? { deliveries: all.query } : { ids: [...rows.keys()] }) }}
      icon={<Icon of={Send} />}
      disabledReason={reason ?? tooManyReason(rows.size)}
      onStarted={clear}
    >
      Resend…
    </BulkButton>
  );
}
