import { listActivity } from '@volume/contract/users/activity.ts';
import { getApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { getOwnTwoFactor } from '@volume/contract/session/own-security.ts';
import { getApiKeySettings, resetApiKey } from '@volume/contract/api-keys/api-keys.ts';
import { listNamedKeys } from '@volume/contract/api-keys/named-keys.ts';
import {
  getTwoFactorPolicy,
  setTwoFactorPolicy,
  type TwoFactorPolicy,
} from '@volume/contract/session/two-factor-policy.ts';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { ApprovalPolicySection } from '#features/approvals/policy-section.tsx';
import type { ActivitySearch } from '#features/settings/activity/activity-filters.ts';
import { ActivitySection } from '#features/settings/activity/activity-section.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { CanDo, useCanDo } from '#platform/calls/capabilities.ts';
import { apiKeySettingsQuery } from './api-keys/api-key-settings.ts';
import { NamedKeysSection } from './api-keys/named-keys-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Switch } from '#design/choose/switch.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { toast } from '#design/overlay/toast.ts';
import { PartError } from '#lists/part-error.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { ownTwoFactorKeys, ownTwoFactorQuery } from '#platform/queries/own-two-factor-query.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface SecurityPageProps {
  application: Application;
  /** The raw search parameters of the address. */
  given: Record<string, unknown>;
  onSearch: (search: ActivitySearch) => void;
}

/** An application's security: its id and keys, second factors, and the activity log. */
export function SecurityPage({ application, given, onSearch }: SecurityPageProps) {
  const { merchantId, applicationId, applicationName } = application;
  const canReset = useCanDo(resetApiKey);
  return (
    <>
      <div className="max-w-[760px]">
        <Section title="Application">
          <DescriptionList
            items={[
              { term: 'Name', detail: <bdi>{applicationName}</bdi> },
              copied('Application id', applicationId),
              copied('Merchant id', merchantId),
            ]}
          />
        </Section>
        <ApiKeysSection scope={{ merchantId, applicationId }} canReset={canReset} />
        <CanDo call={listNamedKeys}>
          <MoreKeys scope={{ merchantId, applicationId }} />
        </CanDo>
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
        <CanDo call={getApprovalPolicy}>
          <ApprovalPolicySection merchantId={merchantId} />
        </CanDo>
      </div>
      <CanDo call={listActivity}>
        <ActivitySection merchantId={merchantId} given={given} onSearch={onSearch} />
      </CanDo>
    </>
  );
}

function MoreKeys({ scope }: { scope: Scope }) {
  const settings = useQuery({ ...apiKeySettingsQuery(scope), enabled: useCanDo(getApiKeySettings) });
  return <NamedKeysSection scope={scope} usual={settings.data?.usualMoneyLimit} />;
}

const policyKeys = keysOf('two-factor-policy');

const policyQuery = (merchantId: string) =>
  queryOptions({
    queryKey: policyKeys.of(merchantId),
    queryFn: ({ signal }) => call(getTwoFactorPolicy, { params: { merchantId }, signal }),
  });

/** Requires a second factor of all the merchant's users, or not (contract §8). */
function TwoFactorPolicySwitch({ merchantId }: { merchantId: string }) {
  const policy = useQuery(policyQuery(merchantId));
  const own = useQuery({ ...ownTwoFactorQuery(), enabled: useCanDo(getOwnTwoFactor) });
  const reason = useChangeDisabledReason();
  const [asked, setAsked] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const failed = [policy, own].find(({ error, data }) => error && !data);
  if (failed) {
    return <PartError error={failed.error} busy={failed.isFetching} onRetry={() => void failed.refetch()} />;
  }
  const { data } = policy;
  if (!data) return <Skeleton height={64} />;
  const hasNone = own.data?.kind === 'NONE' ? 'Set up a second factor for yourself first' : undefined;
  return (
    <>
      <Switch
        label="Require a second factor for everyone"
        detail="People without one set it up the next time they sign in, before anything else."
        isOn={data.isRequired}
        disabledReason={reason ?? hasNone}
        onChange={(isRequired) => {
          setAsked(isRequired);
          setIsOpen(true);
        }}
      />
      <PolicyDialog
        key={String(asked)}
        {...{ merchantId, isOpen }}
        isRequired={asked}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

const words = {
  on: {
    title: 'Require a second factor for everyone?',
    description:
      'People without one are signed out and must set one up to sign in again. Nobody can remove theirs while it’s required.',
    action: 'Require for everyone',
    done: 'A second factor is now required',
  },
  off: {
    title: 'Stop requiring a second factor?',
    description: 'Those who have one can remove it, and new people can sign in with a password only.',
    action: 'Stop requiring',
    done: 'A second factor is now optional',
  },
} as const;

interface PolicyDialogProps {
  merchantId: string;
  isRequired: boolean;
  isOpen: boolean;
  onClose: () => void;
}

function PolicyDialog({ merchantId, isRequired, isOpen, onClose }: PolicyDialogProps) {
  const queryClient = useQueryClient();
  const { title, description, action, done } = words[isRequired ? 'on' : 'off'];
  const write = useWrite(
    (body: TwoFactorPolicy, { stepUp }) => call(setTwoFactorPolicy, { params: { merchantId }, body, stepUp }),
    () => {
      invalidate(queryClient, policyKeys.of(merchantId), ownTwoFactorKeys.all);
      toast.good(done);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, title, description, action }}
      isDangerous={!isRequired}
      onConfirm={() => write.run({ isRequired })}
      undone="Nothing was changed."
      unknown="We couldn’t confirm whether it was changed. It’s safe to retry."
    />
  );
}
