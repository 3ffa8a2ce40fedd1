import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { copied } from '#design/layout/copied.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { statusOf } from '#platform/errors.ts';
import { adminPaymentsHref } from '#platform/hrefs.ts';
import { PartError } from '#domain/part-error.tsx';
import { HealthSection } from '#features/merchants/health/health-section.tsx';
import { ApplicationList } from './application-list.tsx';
import { PeopleSection } from './people-section.tsx';
import { currenciesOf, formatFee } from '#features/merchants/merchant-words.ts';
import type { MerchantSearch } from '#features/merchants/merchant-filters.ts';
import { merchantViewQuery } from './merchant-view-query.ts';
import type { ListChange } from '#lists/list.ts';

interface MerchantPageProps {
  merchantId: string;
  listHref: string;
  /** Which of the merchant's applications are shown. */
  search: MerchantSearch;
  onChange: ListChange<MerchantSearch>;
  onOpen: (merchant: Merchant) => void;
}

/** One merchant for administrators: its facts, its applications and the accounts they are paid into (§2, §3). */
export function MerchantPage({ merchantId, listHref, search, onChange, onOpen }: MerchantPageProps) {
  const queryClient = useQueryClient();
  const { data: merchant, error, isFetching, refetch } = useQuery(merchantViewQuery(queryClient, merchantId));
  // The session ended with this answer: the way to sign-in is taken already.
  const isRefused = [401, 403].includes(statusOf(error?.cause) ?? 0);
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: 'Merchants', href: listHref },
          { label: merchant ? <Name of={merchant} /> : merchantId },
        ]}
        title={merchant ? <Name of={merchant} /> : 'Merchant'}
        actions={
          merchant && (
            <>
              <Button href={adminPaymentsHref({ merchantId })}>Payments</Button>
              <Button variant="primary" onClick={() => onOpen(merchant)}>
                Open
              </Button>
            </>
          )
        }
      />
      {error && !isRefused ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Columns aside={<Facts merchant={merchant} />}>
          {merchant ? (
            <>
              <ApplicationList applications={merchant.applications} search={search} onChange={onChange} />
              <PeopleSection merchantId={merchantId} />
            </>
          ) : (
            <Section title="Applications">
              <SkeletonLines count={6} />
            </Section>
          )}
        </Columns>
      )}
    </>
  );
}

const Name = ({ of: { companyName, merchantId } }: { of: Merchant }) => (
  <bdi>{companyName.trim() === '' ? merchantId : companyName}</bdi>
);

function Facts({ merchant }: { merchant: Merchant | undefined }) {
  return (
    <>
      <MerchantFacts merchant={merchant} />
      {merchant && <HealthSection merchant={merchant} />}
    </>
  );
}

function MerchantFacts({ merchant }: { merchant: Merchant | undefined }) {
  return (
    <Section title="Merchant">
      {merchant ? (
        <DescriptionList
          items={[
            { term: 'Company', detail: <bdi>{merchant.companyName}</bdi> },
            copied('Merchant id', merchant.merchantId),
            { term: 'Email', detail: merchant.email && <bdi>{merchant.email}</bdi> },
            { term: 'Fee', detail: formatFee(merchant.paymentFlatFeeInPercentage) },
            { term: 'Currencies', detail: currenciesOf(merchant.applications) },
          ]}
        />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Section>
  );
}
