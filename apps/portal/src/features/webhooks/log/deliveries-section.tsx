import type { Application } from '@volume/contract/merchants.ts';
import { addressOfKind } from '@volume/contract/webhooks.ts';
import type { WebhooksSearch } from '#features/webhooks/webhooks-filters.ts';
import { ListSection } from '#lists/list-section.tsx';
import { useFound } from '#lists/use-found.ts';
import { deliveriesQuery } from './deliveries-query.ts';
import { deliveryFile, deliveryList, deliveryListWithoutAddress } from './delivery-list.tsx';
import { DeliverySheet } from './delivery-sheet.tsx';
import { TestEvent } from './test-event.tsx';

interface DeliveriesProps {
  application: Application;
  search: WebhooksSearch;
  hrefOf: (change: Partial<WebhooksSearch>) => string;
  /** Merges a change into the address. */
  onChange: (change: Partial<WebhooksSearch>) => void;
}

const context = {};

/** Every webhook delivery of the application: filtered, opened, sent again. */
export function DeliveriesSection({ application, search, hrefOf, onChange }: DeliveriesProps) {
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
