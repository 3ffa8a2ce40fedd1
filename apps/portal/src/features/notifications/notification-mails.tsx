import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { notificationMailKinds, type NotificationMailKind } from '@volume/contract/notifications/labels.ts';
import {
  getNotificationMails,
  canBeNotified,
  type NotificationMails,
  setNotificationMail,
} from '@volume/contract/notifications/notifications.ts';
import { Switch } from '#design/choose/switch.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { noMailReason } from '#platform/calls/demo.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keepWritten, keysOf } from '#platform/queries/query-keys.ts';
import { authoritiesIn } from '#platform/session/session.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';

const mailTexts: Record<NotificationMailKind, { label: string; detail: string }> = {
  PAYMENT_HELD: { label: 'Held payments', detail: 'When the account provider holds a payment for review.' },
  REFUND_FAILED: { label: 'Failed refunds', detail: 'When a refund fails and its money is back in your balance.' },
  PAYOUT_FAILED: { label: 'Failed payouts', detail: 'When a payout fails and its money is back in your balance.' },
  LOW_BALANCE: {
    label: 'Low balances',
    detail: 'When the available balance of an account falls below the sum set for it under Balances.',
  },
  WEBHOOKS_FAILING: {
    label: 'Failing webhooks',
    detail:
      'When your server does not accept a delivery three times in a row. Failures within an hour come in one email.',
  },
  DAILY_DIGEST: {
    label: 'Daily digest',
    detail: 'Each morning: what came in the day before and what still needs attention.',
  },
};

/** The user's choice of notification emails. Hidden from administrators, who are not users of the merchant. */
export function NotificationMailsSection({ merchantId }: { merchantId: string }) {
  const session = useSession();
  const mayView = usePermitted(mayViewPayments);
  const isAvailable = useCanDo(setNotificationMail) && mayView;
  if (!isAvailable || session.kind !== 'merchant') return null;
  return (
    <Section title="Email me about">
      <p className="mt-0 mb-3 text-ink-3">
        To <bdi className="[overflow-wrap:anywhere]">{session.email}</bdi>, at most one email of each kind every 15
        minutes.
      </p>
      <Choices
        merchantId={merchantId}
        kinds={notificationMailKinds.filter((kind) => canBeNotified(kind, authoritiesIn(session)))}
      />
    </Section>
  );
}

const mailKeys = keysOf('notice-mails');

const chosenQuery = (merchantId: string) =>
  queryOptions({
    queryKey: mailKeys.of(merchantId),
    queryFn: ({ signal }) => call(getNotificationMails, { params: { merchantId }, signal }),
  });

function Choices({ merchantId, kinds }: { merchantId: string; kinds: readonly NotificationMailKind[] }) {
  const { data, error, isFetching, refetch } = useQuery(chosenQuery(merchantId));
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines count={kinds.length} />;
  return (
    <>
      {kinds.map((kind) => (
        <Choice key={kind} {...{ merchantId, kind }} isOn={data.kinds.includes(kind)} />
      ))}
      <div className="border-t border-line" />
    </>
  );
}

function Choice({ merchantId, kind, isOn }: { merchantId: string; kind: NotificationMailKind; isOn: boolean }) {
  const queryClient = useQueryClient();
  const { queryKey } = chosenQuery(merchantId);
  const write = useMutation({
    mutationFn: (isWanted: boolean) => call(setNotificationMail, { params: { merchantId, kind }, body: { isWanted } }),
    // Only this kind: the answers of two switches can arrive in the reverse order.
    onSuccess: (_, isWanted) =>
      keepWritten(queryClient, queryKey, (before) => before && withKind(before, kind, isWanted)),
    onError: () => invalidate(queryClient, queryKey),
  });
  const refusal = write.error === null ? undefined : describeRefusal(write.error);
  return (
    <>
      <Switch
        {...mailTexts[kind]}
        isOn={isOn}
        busy={write.isPending}
        disabledReason={noMailReason}
        onChange={(isWanted) => write.mutate(isWanted)}
      />
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

function withKind({ kinds }: NotificationMails, kind: NotificationMailKind, isWanted: boolean): NotificationMails {
  const others = kinds.filter((each) => each !== kind);
  return { kinds: isWanted ? [...others, kind] : others };
}
