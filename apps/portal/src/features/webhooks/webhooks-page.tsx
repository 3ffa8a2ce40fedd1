import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { addressOfKind, listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { type ReactNode, useEffect } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { settingsHref } from '#platform/hrefs.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { endpointsCall } from '#platform/queries/webhook-endpoints-query.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { AddressesSection } from './addresses-section.tsx';
import { useAddresses } from './use-addresses.ts';
import { SignaturesSection } from './signature/signatures-section.tsx';
import { deliveriesQuery, toDeliveryFilters } from '#features/webhooks/log/deliveries-query.ts';
import { type WebhooksSearch, webhooksSearch, type WebhookView } from './webhooks-filters.ts';
import { ListSection } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { deliveryFile, deliveryList, listWithoutAddress } from './log/delivery-list.tsx';
import { DeliverySheet } from './log/delivery-sheet.tsx';
import { TestEvent } from './log/test-event.tsx';
import type { ListChange } from '#lists/list.ts';

interface WebhooksPageProps {
  application: Application;
  /** The raw search parameters, parsed here so that the parser loads with the page. */
  given: Record<string, unknown>;
  onGo: (href: string) => void;
  /** Asks for confirmation before unsaved changes are lost. */
  guard: (isDirty: boolean) => ReactNode;
}

const views: readonly { value: WebhookView; label: string }[] = [
  { value: 'addresses', label: 'Addresses' },
  { value: 'endpoints', label: 'Endpoints' },
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'signatures', label: 'Signatures' },
];

export function WebhooksPage({ application: loaded, given, onGo, guard }: WebhooksPageProps) {
  const search = webhooksSearch.read(given);
  const { data: merchant } = useQuery(merchantQuery(loaded.merchantId));
  const application = merchant ? selectApplication(merchant, loaded.applicationId) : loaded;
  const addresses = useAddresses(application);
  const hasLog = useCapability(listWebhookDeliveries);
  const hrefOf = (change: Partial<WebhooksSearch>) => settingsHref('webhooks-callbacks', { ...search, ...change });
  // Signatures are checked in the browser, so that view needs no endpoint.
  const hasEndpoints = useCapability(endpointsCall);
  const needs: Partial<Record<WebhookView, boolean | undefined>> = { deliveries: hasLog, endpoints: hasEndpoints };
  const offered = views.filter(({ value }) => !(value in needs) || needs[value]);
  const view = offered.find(({ value }) => value === search.view)?.value ?? 'addresses';
  const hrefOfView = (next: WebhookView) =>
    settingsHref('webhooks-callbacks', { view: next === 'addresses' ? undefined : next });
  return (
    <>
      {guard(addresses.changes.length > 0)}
      {/* Reserves the height, because the capability is known only a moment later. */}
      <div className="mt-5 mb-4 min-h-[31px]">
        {hasLog !== undefined && (
          <Segmented label="Part" options={offered} value={view} onChange={(next) => onGo(hrefOfView(next))} />
        )}
      </div>
      {view === 'addresses' && (
        <AddressesSection
          application={application}
          addresses={addresses}
          logHref={
            hasLog ? (kind) => settingsHref('webhooks-callbacks', { view: 'deliveries', kind: [kind] }) : undefined
          }
          testEvent={
            hasLog && (
              <TestEvent
                application={application}
                disabledReason={addresses.changes.length > 0 ? 'Save or discard your changes first' : undefined}
                onSent={(delivery) => onGo(settingsHref('webhooks-callbacks', { view: 'deliveries', delivery }))}
              />
            )
          }
        />
      )}
      {view === 'endpoints' && <Endpoints application={application} />}
      {view === 'deliveries' && (
        <DeliveriesSection
          application={application}
          search={search}
          hrefOf={hrefOf}
          onChange={(change) => onGo(hrefOf(change))}
        />
      )}
      {view === 'signatures' && <SignaturesSection application={application} />}
    </>
  );
}

const loadEndpoints = () => import('./endpoints/endpoints-section.tsx').then((module) => module.EndpointsSection);

function Endpoints({ application }: { application: Application }) {
  const { part: EndpointsSection, load } = useLazy(loadEndpoints, () => undefined);
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(load, []);
  return EndpointsSection ? <EndpointsSection application={application} /> : <SkeletonLines count={3} />;
}

interface DeliveriesProps {
  application: Application;
  search: WebhooksSearch;
  hrefOf: (change: Partial<WebhooksSearch>) => string;
  onChange: ListChange<WebhooksSearch>;
}

const context = {};
const loadSelection = () => import('./log/delivery-selection.tsx').then((module) => module.DeliverySelection);

function DeliveriesSection({ application, search, hrefOf, onChange }: DeliveriesProps) {
  const scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const found = useFound(deliveriesQuery(scope, search));
  const hasAny = Object.values(addressOfKind).some((field) => application[field]);
  const hasEndpoints = useCapability(endpointsCall) ?? false;
  return (
    <>
      <ListSection
        list={hasAny ? deliveryList : listWithoutAddress(hasEndpoints)}
        title="Deliveries"
        rowHref={({ id }) => hrefOf({ delivery: id })}
        file={deliveryFile(scope, search)}
        query={{ scope, filters: toDeliveryFilters(search) }}
        loadSelection={loadSelection}
        actions={<TestEvent application={application} onSent={(delivery) => onChange({ delivery })} />}
        {...{ search, found, context, onChange }}
      />
      <DeliverySheet
        scope={scope}
        deliveryId={search.delivery}
        hasAddress={({ kind, endpointId }) => endpointId !== null || application[addressOfKind[kind]] !== null}
        onClose={() => onChange({ delivery: undefined })}
      />
    </>
  );
}
