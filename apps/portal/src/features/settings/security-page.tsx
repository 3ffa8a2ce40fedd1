import { listActivity } from '@volume/contract/activity.ts';
import type { Application } from '@volume/contract/merchants.ts';
import { getOwnTwoFactor } from '@volume/contract/own-security.ts';
import { resetSecret } from '@volume/contract/secrets.ts';
import { getTwoFactorPolicy } from '@volume/contract/two-factor-policy.ts';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import type { ActivitySearch } from '#features/settings/activity/activity-filters.ts';
import { ActivitySection } from '#features/settings/activity/activity-section.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { CanDo, useCanDo } from '#platform/calls/capabilities.ts';
import { KeysSection } from './keys-section.tsx';
import { TwoFactorPolicySwitch } from './two-factor-policy.tsx';

interface SecurityPageProps {
  application: Application;
  /** The search of the address as it came. */
  given: Record<string, unknown>;
  onSearch: (search: ActivitySearch) => void;
}

/** What guards an application: its id and keys, second factors, and what everybody did. */
export function SecurityPage({ application, given, onSearch }: SecurityPageProps) {
  const { merchantId, applicationId, applicationName } = application;
  const canReset = useCanDo(resetSecret);
  return (
    <>
      <div className="max-w-[760px]">
        <Section title="Application">
          <DescriptionList
            items={[{ term: 'Name', detail: <bdi>{applicationName}</bdi> }, copied('Application id', applicationId)]}
          />
        </Section>
        <KeysSection scope={{ merchantId, applicationId }} canReset={canReset} />
        <CanDo call={getOwnTwoFactor}>
          <Section title="Two-factor">
            <p className="m-0 text-ink-3">
              Your own second step at sign-in is in <TextLink href={accountHref()}>your account settings</TextLink>.
            </p>
            <CanDo call={getTwoFactorPolicy}>
              <div className="mt-3 border-b border-line">
                <TwoFactorPolicySwitch merchantId={merchantId} />
              </div>
            </CanDo>
          </Section>
        </CanDo>
      </div>
      <CanDo call={listActivity}>
        <ActivitySection merchantId={merchantId} given={given} onSearch={onSearch} />
      </CanDo>
    </>
  );
}
