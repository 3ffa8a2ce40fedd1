import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { BrandName, EnvironmentBadge } from '#design/brand/brand.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { accessibilityHref } from '#platform/hrefs.ts';
import { buildCommit, readSettings, supportHref } from '#platform/settings.ts';

export function AboutPage() {
  const { apiBaseUrl, supportEmail } = readSettings();
  const environment = environmentLabel(apiBaseUrl);
  return (
    <main id="main" className="mx-auto max-w-[560px] p-6 pt-10">
      <div className="mb-8">
        <BrandName>
          <EnvironmentBadge environment={environment} />
        </BrandName>
      </div>
      <PageHeader title="About" />
      <DescriptionList
        items={[
          { term: 'Build', detail: buildCommit, mono: true },
          { term: 'Environment', detail: environment },
          { term: 'API address', detail: apiBaseUrl, mono: true },
          { term: 'Support', detail: <TextLink href={supportHref()}>{supportEmail}</TextLink> },
          {
            term: 'Accessibility',
            detail: <TextLink href={accessibilityHref()}>What works, and what does not yet</TextLink>,
          },
          { term: 'Licences', detail: <TextLink href="/licences.md">Of the software inside</TextLink> },
        ]}
      />
      <p className="mt-6">
        <TextLink href="/">Go to the portal</TextLink>
      </p>
    </main>
  );
}
