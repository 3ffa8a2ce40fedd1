import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import { addressOfKind, listWebhookDeliveries } from '@volume/contract/webhooks.ts';
import type { ReactNode } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { settingsHref } from '#platform/hrefs.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { AddressesSection } from './addresses-section.tsx';
import { useAddresses } from './use-addresses.ts';
import { SignaturesSection } from './signature/signatures-section.tsx';
import { deliveriesQuery, toDeliveryFilters } from '#features/webhooks/log/deliveries-query.ts';
import { type WebhooksSearch, webhooksSearch, type WebhookView } from './webhooks-filters.ts';
import { ListSection } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { deliveryFile, deliveryList, deliveryListWithoutAddress } from './log/delivery-list.tsx';
import { DeliverySheet } from './log/delivery-sheet.tsx';
import { TestEvent } from './log/test-event.tsx';
import type { ListChange } from '#lists/list.ts';

interface WebhooksPageProps {
  application: Application;
  /** The search of the address as it came; it is read here, where its code is. */
  given: Record<string, unknown>;
  onGo: (href: string) => void;
  /** Asks before what was typed is lost. */
  guard: (isDirty: boolean) => ReactNode;
}

const views: readonly { value: WebhookView; label: string }[] = [
  { value: 'addresses', label: 'Addresses' },
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'signatures', label: 'Signatures' },
];

/** The addresses we call, what became of each call, and how to know that it was ours. */
export function WebhooksPage({ application: loaded, given, onGo, guard }: WebhooksPageProps) {
  const search = webhooksSearch.read(given);
  const { data: merchant } = useQuery(merchantQuery(loaded.merchantId));
  const application = merchant ? selectApplication(merchant, loaded.applicationId) : loaded;
  const addresses = useAddresses(application);
  const hasLog = useCapability(listWebhookDeliveries);
  const hrefOf = (change: Partial<WebhooksSearch>) => settingsHref('webhooks-callbacks', { ...search, ...change });
  // A signature is checked in the browser alone: that part stands wherever events are signed.
  const offered = views.filter(({ value }) => value !== 'deliveries' || hasLog);
  const view = offered.find(({ value }) => value === search.view)?.value ?? 'addresses';
  const hrefOfView = (next: WebhookView) =>
    settingsHref('webhooks-callbacks', { view: next === 'addresses' ? undefined : next });
  return (
    <>
      {guard(addresses.changes.length > 0)}
      {/* Its room stands from the start: whether there is a log is known a moment later. */}
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
                whyNot={addresses.changes.length > 0 ? 'Save or discard your changes first' : undefined}
                onSent={(delivery) => onGo(settingsHref('webhooks-callbacks', { view: 'deliveries', delivery }))}
              />
            )
          }
        />
      )}
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

interface DeliveriesProps {
  application: Application;
  search: WebhooksSearch;
  hrefOf: (change: Partial<WebhooksSearch>) => string;
  /** Merges a change into the address. */
  onChange: ListChange<WebhooksSearch>;
}

const context = {};
const loadPicking = () => import('./log/pick-deliveries.tsx').then((module) => module.PickDeliveries);

/** Every webhook delivery of the application: filtered, opened, sent again. */
function DeliveriesSection({ application, search, hrefOf, onChange }: DeliveriesProps) {
  const scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const found = useFound(deliveriesQuery(scope, search));
  const hasAny = Object.values(addressOfKind).some((field) => application[field]);
  return (
    <>
      <ListSection
        list={hasAny ? deliveryList : deliveryListWithoutAddress}
        title="Deliveries"
        rowHref={({ id }) => hrefOf({ delivery: id })}
        file={deliveryFile(scope, search)}
        query={{ scope, filters: toDeliveryFilters(search) }}
        picking={loadPicking}
        actions={<TestEvent application={application} onSent={(delivery) => onChange({ delivery })} />}
        {...{ search, found, context, onChange }}
      />
      <DeliverySheet
        scope={scope}
        deliveryId={search.delivery}
        hasAddress={(kind) => application[addressOfKind[kind]] !== null}
        onClose={() => onChange({ delivery: undefined })}
      />
    </>
  );
}
