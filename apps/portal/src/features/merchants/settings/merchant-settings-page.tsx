import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import type { MerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { merchantViewQuery } from '#features/merchants/merchant/merchant-view-query.ts';
import { PartError } from '#lists/part-error.tsx';
import { adminMerchantHref, adminMerchantsHref } from '#platform/hrefs.ts';
import { statusOf } from '#platform/errors.ts';
import { ApplicationsSection } from './applications-section.tsx';
import { CompanySection } from './company-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { RequestsSection } from './requests-section.tsx';
import { merchantSettingsQuery } from './settings-query.ts';

/** The settings of a merchant that platform administrators change after its creation (contract §8, Merchants). */
export function MerchantSettingsPage({ merchantId }: { merchantId: string }) {
  const queryClient = useQueryClient();
  const merchant = useQuery(merchantViewQuery(queryClient, merchantId));
  const settings = useQuery(merchantSettingsQuery(merchantId));
  // A refused merchant has already ended the session and redirected to sign-in.
  const isRefused = [401, 403].includes(statusOf(merchant.error?.cause) ?? 0);
  const failed = [merchant, settings].find(({ error, data }) => error && !data);
  const companyName = settings.data?.company.companyName ?? merchant.data?.companyName;
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: 'Merchants', href: adminMerchantsHref() },
          { label: <bdi>{companyName ?? merchantId}</bdi>, href: adminMerchantHref(merchantId) },
          { label: 'Settings' },
        ]}
        title={
          companyName === undefined ? (
            'Merchant settings'
          ) : (
            <>
              Settings of <bdi>{companyName}</bdi>
            </>
          )
        }
        actions={<Button href={adminMerchantHref(merchantId)}>Merchant</Button>}
      />
      {failed && !isRefused ? (
        <PartError error={failed.error} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
      ) : (
        <Content merchant={merchant.data} settings={settings.data} merchantId={merchantId} />
      )}
    </>
  );
}

interface ContentProps {
  merchantId: string;
  merchant: Merchant | undefined;
  settings: MerchantSettings | undefined;
}

function Content({ merchantId, merchant, settings }: ContentProps) {
  return (
    <Columns aside={<NotesSection merchantId={merchantId} />}>
      {merchant && <RequestsSection merchantId={merchantId} applications={merchant.applications} />}
      {merchant && settings ? (
        <>
          <LimitsSection {...settings} />
          <CompanySection {...settings} />
          <ApplicationsSection merchant={merchant} unopened={settings.unopenedAccounts} />
        </>
      ) : (
        <Section title="Limits">
          <SkeletonLines count={6} />
        </Section>
      )}
    </Columns>
  );
}
