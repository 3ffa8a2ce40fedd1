import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances.ts';
import { listPayoutSchedules, setPayoutSchedule } from '@volume/contract/payout-schedules.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { numberOf } from '#features/balances/account-words.ts';
import { errorWords } from '#platform/errors.ts';
import { orReadAgain } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { ProofForm } from '#screen/proof/proof-form.tsx';
import type { ScheduleWrite } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

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
  const write = useScheduleWrite(scope, onClose);
  const { data, error } = useQuery({ ...schedulesQuery(scope), enabled: isOpen });
  const close = () => {
    write.reset();
    onClose();
  };
  const schedule = data?.find(({ payInAccountId }) => payInAccountId === account.id);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      canClose={!write.isBusy}
      title={`Payout schedule, ${account.forCurrency}`}
      description={
        <>
          <bdi>{account.accountHolderName}</bdi>, <span className="whitespace-nowrap">{numberOf(account)}</span>. It
          pays out to the default beneficiary.
        </>
      }
    >
      {error && !data && <Notice tone="bad" title={errorWords(error).subHeading} />}
      {!error && !data && <Skeleton height={240} />}
      {data && (
        <ScheduleForm {...{ account, schedule, reason, write }} onCancel={close}>
          <ProofForm write={write} action="Save schedule" />
        </ScheduleForm>
      )}
    </Dialog>
  );
}

function useScheduleWrite(scope: Scope, onClose: () => void) {
  const queryClient = useQueryClient();
  // A call of the specification's table: it carries no Idempotency-Key, setting a schedule twice is setting it once.
  return useWrite(
    ({ ifMatch, ...body }: ScheduleWrite, { stepUp }) =>
      orReadAgain(
        call(setPayoutSchedule, { params: scope, body, applicationId: scope.applicationId, stepUp, ifMatch }),
        () => queryClient.refetchQueries({ queryKey: schedulesQuery(scope).queryKey }),
      ),
    (_, { enabled }) => {
      toast.good(enabled ? 'The schedule is on' : 'The schedule is off');
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['payout-schedules'] });
    },
  );
}
