import { type Application, deriveApplication } from '@volume/contract/merchants/merchants.ts';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import { Pager } from '#design/table/pager.tsx';
import { formatCount, titleCase } from '#design/text/format-text.ts';
import { findApplications } from '#features/merchants/find-merchants.ts';
import { pageOfRows } from '#lists/use-found.ts';
import type { MerchantSearch } from '#features/merchants/merchant-filters.ts';
import { Icon } from '#design/icon.tsx';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import { useState } from 'react';
import { type Description, DescriptionList } from '#design/layout/description-list.tsx';
import { copied } from '#design/layout/copied.tsx';
import { currenciesOf, virtualDefaultsOf } from '#features/merchants/merchant-labels.ts';
import { PayeeAccounts } from './payee-accounts.tsx';
import type { ListChange } from '#lists/list.ts';

/** A merchant can have thousands of applications. */
const pageSize = 25;

interface ApplicationListProps {
  applications: readonly Application[];
  search: MerchantSearch;
  onChange: ListChange<MerchantSearch>;
}

export function ApplicationList({ applications, search, onChange }: ApplicationListProps) {
  const isLong = applications.length > pageSize;
  const searchFilter = isLong ? search.searchFilter : undefined;
  const found = findApplications(applications, searchFilter);
  const last = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(search.page ?? 1, last);
  return (
    <Section title="Applications" aside={formatCount(applications.length)}>
      {isLong && (
        <div className="mb-3">
          <SearchField
            label="Search applications"
            placeholder="Name or id"
            value={searchFilter ?? ''}
            onSearch={(text) =>
              onChange(
                { searchFilter: text || undefined, page: undefined },
                { replace: search.searchFilter !== undefined && text !== '' },
              )
            }
          />
        </div>
      )}
      <div className="border-b border-line">
        {pageOfRows(found, page, pageSize).map((application) => (
          <ApplicationEntry
            key={application.applicationId}
            application={application}
            isOpenAtFirst={applications.length <= 2}
          />
        ))}
      </div>
      {applications.length === 0 && (
        <EmptyState title="No applications" detail="Without one this merchant cannot take payments." />
      )}
      {applications.length > 0 && found.length === 0 && (
        <EmptyState
          title="No applications match this search"
          actions={<Button onClick={() => onChange({ searchFilter: undefined })}>Show all applications</Button>}
        />
      )}
      {isLong && (
        <Pager
          page={page}
          rows={pageSize}
          total={found.length}
          onPage={(next) => onChange({ page: next === 1 ? undefined : next })}
        />
      )}
    </Section>
  );
}

interface ApplicationEntryProps {
  application: Application;
  isOpenAtFirst: boolean;
}

function ApplicationEntry({ application, isOpenAtFirst }: ApplicationEntryProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { applicationName, applicationId } = application;
  return (
    <details
      className="group border-t border-line"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-row cursor-pointer list-none items-center gap-2 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <Icon of={ChevronRight} className="!size-3.5 shrink-0 text-ink-3 group-open:rotate-90" />
        <h3 className="m-0 min-w-0 truncate font-medium" title={applicationName}>
          <bdi>{applicationName.trim() === '' ? applicationId : applicationName}</bdi>
        </h3>
        <span className="ml-auto shrink-0 pl-3 text-ink-3">{currenciesOf([application]) || 'No accounts'}</span>
      </summary>
      {isOpen && (
        <div className="grid gap-5 pt-1 pb-6 pl-[22px] phone:pl-0">
          <PayeeAccounts
            caption={`Accounts of ${applicationName}`}
            payees={application.payeeDetailsPerCurrency ?? []}
          />
          <div className="grid grid-cols-2 gap-x-11 max-[1200px]:grid-cols-1">
            <DescriptionList items={derivedFacts(application)} />
            <DescriptionList items={addresses(application)} />
          </div>
        </div>
      )}
    </details>
  );
}

const onOff = (isOn: boolean): string => (isOn ? 'On' : 'Off');

/** The values of §3 Derived per application, with labels. */
function derivedFacts(application: Application): Description[] {
  const derived = deriveApplication(application);
  const { institutions } = application;
  return [
    copied('Application', application.applicationId),
    { term: 'Currencies', detail: currenciesOf([application]) },
    { term: 'Virtual accounts', detail: onOff(application.hasVirtualAccountsEnabled) },
    { term: 'Virtual default', detail: virtualDefaultsOf(application) },
    { term: 'Providers', detail: derived.vaProviders.map(titleCase).join(', ') },
    { term: 'Name check', detail: onOff(application.confirmationOfPayerEnabled) },
    { term: 'Institutions', detail: institutions.length === 0 ? 'All' : formatCount(institutions.length) },
    { term: 'External email', detail: onOff(derived.shouldSendEmailForExternalPayinPayment) },
    { term: 'External webhook', detail: onOff(derived.shouldSendWebhookForExternalPayinPayment) },
    copied('Yapily client', application.selectedYapilyClientId),
  ];
}

function addresses(application: Application): Description[] {
  return [
    copied('Web callback', application.merchantCallbackUrlForWeb),
    copied('App callback', application.merchantCallbackUrlForMobile),
    copied('Cancel', application.cancelUrl),
    copied('Payment webhook', application.paymentStatusWebhookUrl),
    copied('Refund webhook', application.refundWebhookUrl),
    copied('Payout webhook', application.payoutWebhookUrl),
  ];
}
