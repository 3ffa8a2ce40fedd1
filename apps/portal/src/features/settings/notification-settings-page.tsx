import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Application, deriveApplication, type Merchant } from '@volume/contract/merchants/merchants.ts';
import {
  setExternalPaymentEmail,
  setExternalPaymentWebhook,
} from '@volume/contract/notifications/notification-settings.ts';
import { type ReactNode, useRef } from 'react';
import { Switch } from '#design/choose/switch.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Section } from '#design/layout/section.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { NotificationMailsSection } from '#features/notifications/notification-mails.tsx';
import { settingsHref } from '#platform/hrefs.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { noMailHere } from '#platform/calls/demo.ts';

interface NotificationSettingsPageProps {
  merchant: Merchant;
  applicationId: string;
}

/**
 * Chooses what happens when money arrives from outside: an email, a webhook, both or neither (§4 External-payment
 * notifications).
 */
export function NotificationSettingsPage({ merchant: loaded, applicationId }: NotificationSettingsPageProps) {
  const { data: merchant = loaded } = useQuery(merchantQuery(loaded.merchantId));
  const application = selectApplication(merchant, applicationId);
  const derived = deriveApplication(application);
  return (
    <div className="max-w-[680px]">
      <Section title="External payments">
        <p className="mt-0 mb-3 text-ink-3">
          An external payment arrives by bank transfer, not through one of your payment links or checkouts.
        </p>
        <ChannelSwitch
          channel="email"
          label="Send an email"
          detail={<EmailDetail email={merchant.email} />}
          isOn={derived.shouldSendEmailForExternalPayinPayment}
          application={application}
        />
        <ChannelSwitch
          channel="webhook"
          label="Call the payment webhook"
          detail={<WebhookDetail url={application.paymentStatusWebhookUrl} />}
          isOn={derived.shouldSendWebhookForExternalPayinPayment}
          application={application}
        />
        <div className="border-t border-line" />
      </Section>
      <NotificationMailsSection merchantId={merchant.merchantId} />
    </div>
  );
}

function EmailDetail({ email }: { email: string | null }) {
  if (email === null) return 'This merchant has no email address yet.';
  return (
    <>
      To <bdi>{email}</bdi>, for each external payment that settles.
      {noMailHere}
    </>
  );
}

function WebhookDetail({ url }: { url: string | null }) {
  const link = <TextLink href={settingsHref('webhooks-callbacks')}>Webhooks and callbacks</TextLink>;
  if (url === null) return <>No address is set, so nothing is sent. Set one in {link}.</>;
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{url}</bdi>, with isExternal set. Change the address in {link}.
    </>
  );
}

interface ChannelSwitchProps {
  channel: Channel;
  label: string;
  detail: ReactNode;
  isOn: boolean;
  application: Application;
}

function ChannelSwitch({ channel, label, detail, isOn, application }: ChannelSwitchProps) {
  const reason = useChangeDisabledReason();
  const { isBusy, refusal, change } = useExternalPaymentSwitch(application, channel);
  return (
    <>
      <Switch {...{ label, detail, isOn }} busy={isBusy} disabledReason={reason} onChange={change} />
      {refusal && (
        <div className="mb-3.5">
          <Refusal message={refusal.message} traceId={refusal.traceId}>
            It is {isOn ? 'still on' : 'still off'}.
          </Refusal>
        </div>
      )}
    </>
  );
}

type Channel = 'email' | 'webhook';

const fields = {
  email: 'sendEmailForExternalPayinPayment',
  webhook: 'sendWebhookForExternalPayinPayment',
} as const;
const endpoints = { email: setExternalPaymentEmail, webhook: setExternalPaymentWebhook };

/**
 * One of the two switches about external payments (§4). Optimistic: updates the cached merchant immediately, and rolls
 * back with the server's message if refused.
 */
function useExternalPaymentSwitch(
  { merchantId, applicationId }: Pick<Application, 'merchantId' | 'applicationId'>,
  channel: Channel,
) {
  const queryClient = useQueryClient();
  const { queryKey } = merchantQuery(merchantId);
  const write = (shouldSend: boolean | null) =>
    queryClient.setQueryData<Merchant>(queryKey, (merchant) => merchant && withField(merchant, shouldSend));
  const withField = (merchant: Merchant, shouldSend: boolean | null): Merchant => ({
    ...merchant,
    applications: merchant.applications.map((each) =>
      each.applicationId === applicationId ? { ...each, [fields[channel]]: shouldSend } : each,
    ),
  });
  // A ref, because a second press can come before the next render.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationKey: queryKey,
    mutationFn: (shouldSend: boolean) =>
      call(endpoints[channel], { params: { merchantId, applicationId }, body: { shouldSend }, applicationId }),
    onMutate: async (shouldSend) => {
      // A response to a request sent before the switch must not undo it.
      await queryClient.cancelQueries({ queryKey });
      const known = queryClient.getQueryData<Merchant>(queryKey);
      const before =
        known?.applications.find((each) => each.applicationId === applicationId)?.[fields[channel]] ?? null;
      write(shouldSend);
      return { before };
    },
    onError: (_error, _shouldSend, context) => write(context?.before ?? null),
    onSettled: () => {
      isRunning.current = false;
      // While the other switch is written, its old value could be read; the last to end reads both.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) invalidate(queryClient, queryKey);
    },
  });
  return {
    isBusy: mutation.isPending,
    refusal: mutation.error === null ? undefined : describeRefusal(mutation.error),
    change: (shouldSend: boolean) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(shouldSend);
    },
  };
}
