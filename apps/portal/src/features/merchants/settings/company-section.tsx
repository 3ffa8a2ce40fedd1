import type { MerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { Button } from '#design/controls/button.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';

/** The company's name and contact address. */
export function CompanySection({ merchantId, company }: Pick<MerchantSettings, 'merchantId' | 'company'>) {
  const disabledReason = useChangeDisabledReason();
  const { asked, ask } = useAsked();
  return (
    <Section
      title="Company and contact"
      action={
        <Button size="s" disabledReason={disabledReason} onClick={() => ask({})}>
          Edit company
        </Button>
      }
    >
      <DescriptionList
        items={[
          { term: 'Legal name', detail: <bdi>{company.companyName}</bdi> },
          { term: 'Email', detail: company.email && <bdi data-personal>{company.email}</bdi> },
        ]}
      />
      {asked && <CompanyDialog key={asked.count} {...{ merchantId, company }} {...asked} />}
    </Section>
  );
}

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx').then((module) => module.CompanyDialog));
