import { useQueryClient } from '@tanstack/react-query';
import { type PayInAccount, setLowBalance } from '@volume/contract/balances/balances.ts';
import * as z from 'zod/mini';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { AmountField } from '#forms/amount-field.tsx';
import { amountText, typedAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { refetchOnConflict, useBase } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { balancesOf, numberOf } from './account-display.ts';
import { payInAccountsQuery } from './pay-in-accounts-query.ts';

interface LowBalanceDialogProps {
  scope: Scope;
  account: PayInAccount;
  reason: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

const schemaIn = (currency: string) =>
  z.object({
    threshold: z.pipe(
      typedAmount({ currency, least: 0, empty: '0' }),
      z.transform((minor) => minor || null),
    ),
  });
type AlertValues = z.output<ReturnType<typeof schemaIn>>;

/** Sets the threshold for low balance notifications, sent to the bell and to users who chose email. */
export function LowBalanceDialog({ scope, account, reason, isOpen, onClose }: LowBalanceDialogProps) {
  const { lowBalanceThreshold: stands, lowBalanceVersion: version, forCurrency: currency } = account;
  const [base, rebase] = useBase(version, isOpen);
  const write = useLowBalanceWrite(scope, account, useIfMatch(base), onClose);
  const values = { threshold: stands === null ? '' : amountText(stands) };
  const form = useForm({ schema: schemaIn(currency), values, write });
  const isChanged = write.refusal?.isChanged === true;
  if (isChanged && base !== version) rebase(version);
  const available = balancesOf(account)?.available;
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={`Low balance alert, ${currency}`}
      description={
        <>
          <bdi>{account.accountHolderName}</bdi>, <span className="whitespace-nowrap">{numberOf(account)}</span>.
          Everyone at the merchant is notified once each time the available balance falls below this sum.
        </>
      }
      action="Save alert"
      disabledReason={reason}
      undone="Nothing was changed."
      unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
    >
      <AmountField
        label="Alert below"
        hint="Leave empty for no alert"
        currency={currency}
        {...form.amount('threshold')}
      />
      {available !== undefined && (
        <p className="m-0 text-ink-3">
          {formatMoney(available, currency)} is available now. If that is already below the sum, the next alert comes
          after it has been above.
        </p>
      )}
      {isChanged && (
        <p className="m-0 text-ink-2">Now: {stands === null ? 'no alert' : `below ${formatMoney(stands, currency)}`}</p>
      )}
    </FormDialog>
  );
}

function useLowBalanceWrite(scope: Scope, { id }: PayInAccount, ifMatch: string | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  const { queryKey } = payInAccountsQuery(scope);
  const params = { ...scope, payInAccountId: id };
  return useWrite(
    (body: AlertValues) =>
      refetchOnConflict(call(setLowBalance, { params, body, applicationId: scope.applicationId, ifMatch }), () =>
        queryClient.refetchQueries({ queryKey }),
      ),
    ({ threshold }) => {
      toast.good(threshold === null ? 'The alert is off' : 'The alert was saved');
      onDone();
      invalidate(queryClient, queryKey);
    },
  );
}
