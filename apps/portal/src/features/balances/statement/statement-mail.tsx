import { getStatementMail, setStatementMail, type StatementMail } from '@volume/contract/balances/balances.ts';
import { listFileSchedules } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Icon } from '#design/icon.tsx';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import { Switch } from '#design/choose/switch.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { noMailReason } from '#platform/calls/demo.ts';
import { scheduledFilesHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keepWritten, keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useSession } from '#platform/session/use-session.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';

interface StatementMailProps {
  scope: Scope;
  payInAccountId: number;
}

/**
 * Subscribes the user to the monthly statement email. Hidden from administrators, who are not users of the merchant.
 */
export function StatementMailButton(account: StatementMailProps) {
  const canAsk = useCanDo(setStatementMail);
  const session = useSession();
  if (!canAsk || session.kind !== 'merchant') return null;
  return (
    <PopoverButton title="Monthly email" align="end" content={<MonthlyMail {...account} email={session.email} />}>
      <Icon of={Mail} /> Monthly email
    </PopoverButton>
  );
}

const statementMailKeys = keysOf('statement-mail');

function MonthlyMail({ scope, payInAccountId, email }: StatementMailProps & { email: string }) {
  const parts = { params: { ...scope, payInAccountId }, applicationId: scope.applicationId };
  const wish = queryOptions({
    queryKey: statementMailKeys.of(scope, payInAccountId),
    queryFn: ({ signal }) => call(getStatementMail, { ...parts, signal }),
  });
  const { data, error, isFetching, refetch } = useQuery(wish);
  const hasFiles = useCanDo(listFileSchedules);
  const queryClient = useQueryClient();
  const write = useMutation({
    mutationFn: (isWanted: boolean) => call(setStatementMail, { ...parts, body: { isWanted } }),
    onSuccess: (now: StatementMail) => keepWritten(queryClient, wish.queryKey, now),
    onError: () => invalidate(queryClient, wish.queryKey),
  });
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  const refusal = write.error === null ? undefined : describeRefusal(write.error);
  return (
    <div className="w-[340px] max-w-full px-3.5 *:first:border-t-0">
      {data ? (
        <Switch
          label="Email me each month’s statement"
          detail={
            <>
              To <bdi className="[overflow-wrap:anywhere]">{email}</bdi>, on the morning after the month ends: its
              figures and a link to this page.
            </>
          }
          isOn={data.isWanted}
          busy={write.isPending}
          disabledReason={noMailReason}
          onChange={(isWanted) => write.mutate(isWanted)}
        />
      ) : (
        <Skeleton height={104} />
      )}
      {hasFiles && (
        <p className="m-0 border-t border-line py-3.5 text-ink-3">
          Daily, weekly, or as a file: <TextLink href={scheduledFilesHref()}>Scheduled files</TextLink>
        </p>
      )}
      {refusal && (
        <div className="pb-3.5">
          <Refusal message={refusal.message} traceId={refusal.traceId}>
            It is {data?.isWanted === true ? 'still on' : 'still off'}.
          </Refusal>
        </div>
      )}
    </div>
  );
}
