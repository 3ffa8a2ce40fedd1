import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances.ts';
import { listPayoutSchedules, type PayoutScheduleInput, setPayoutSchedule } from '@volume/contract/payout-schedules.ts';
import { scheduleVersion } from '@volume/contract/settings-version.ts';
import { useEffect, useState } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { toast } from '#design/overlay/toast.ts';
import { numberOf } from '#features/balances/account-words.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { errorWords } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { call } from '#platform/provider-api.ts';
import { orReadAgain } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleSchema, type ScheduleTyped, scheduleWords, toTyped } from './schedule-schema.ts';

interface ScheduleDialogProps {
  scope: Scope;
  account: PayInAccount;
  /** Why it may not be changed, undefined when it may. */
  reason: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

const schedulesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['payout-schedules', scope],
    queryFn: ({ signal }) => call(listPayoutSchedules, { params: scope, signal, applicationId: scope.applicationId }),
  });

/** When an account pays out by itself. */
export function ScheduleDialog({ scope, account, reason, isOpen, onClose }: ScheduleDialogProps) {
  const { data, error } = useQuery({ ...schedulesQuery(scope), enabled: isOpen });
  const schedule = data?.find(({ payInAccountId }) => payInAccountId === account.id);
  const [base, setBase] = useState(schedule);
  const write = useScheduleWrite(scope, useIfMatch(scheduleVersion(base)), onClose);
  const form = useForm<ScheduleTyped, PayoutScheduleInput>({
    schema: scheduleSchema(account.id),
    values: toTyped(schedule),
    write,
  });
  const isChanged = write.refusal?.isChanged === true;
  useEffect(() => {
    // Whatever is read meanwhile, what is being typed stands, and what it began from (contract §11).
    if (!form.isDirty) form.reset(toTyped(schedule));
    if (!form.isDirty || isChanged) setBase(schedule);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each reading
  }, [schedule, isChanged]);
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={`Payout schedule, ${account.forCurrency}`}
      description={
        <>
          <bdi>{account.accountHolderName}</bdi>, <span className="whitespace-nowrap">{numberOf(account)}</span>. It
          pays out to the default beneficiary.
        </>
      }
      instead={
        !data && (error ? <Notice tone="bad" title={errorWords(error).subHeading} /> : <Skeleton height={240} />)
      }
      action="Save schedule"
      disabledReason={reason}
      undone="Nothing was changed."
      unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
    >
      <ScheduleFields form={form} currency={account.forCurrency} />
      {isChanged && <p className="m-0 text-ink-2">Now: {scheduleWords(schedule, account.forCurrency)}</p>}
    </FormDialog>
  );
}

function useScheduleWrite(scope: Scope, ifMatch: string | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  // A call of the specification's table: it carries no Idempotency-Key, setting a schedule twice is setting it once.
  return useWrite(
    (body: PayoutScheduleInput, { stepUp }) =>
      orReadAgain(
        call(setPayoutSchedule, { params: scope, body, applicationId: scope.applicationId, stepUp, ifMatch }),
        () => queryClient.refetchQueries({ queryKey: schedulesQuery(scope).queryKey }),
      ),
    (_, { enabled }) => {
      toast.good(enabled ? 'The schedule is on' : 'The schedule is off');
      onDone();
      void queryClient.invalidateQueries({ queryKey: ['payout-schedules'] });
    },
  );
}
