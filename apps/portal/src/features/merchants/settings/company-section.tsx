import type { MerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';

/** The company's name and contact address. */
export function CompanySection({ merchantId, company }: Pick<MerchantSettings, 'merchantId' | 'company'>) {
  const disabledReason = useChangeDisabledReason();
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setOpened(opened + 1);
    setIsOpen(true);
  };
  return (
    <Section
      title="Company and contact"
      action={
        <Button size="s" disabledReason={disabledReason} onClick={open}>
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
      {opened > 0 && (
        <CompanyDialog key={opened} {...{ merchantId, company, isOpen }} onClose={() => setIsOpen(false)} />
      )}
    </Section>
  );
}

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx').then((module) => module.CompanyDialog));
