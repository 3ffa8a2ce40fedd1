import { useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { makePayout, type OutboundPayment } from '@volume/contract/payouts.ts';
import * as z from 'zod/mini';
import { SelectField } from '#design/choose/select-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { isolate } from '#design/text/format-text.ts';
import { balancesOf, numberOf } from '#features/balances/account-words.ts';
import { AmountField, FieldAction } from '#forms/amount-field.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { amountText, parseAmount, typedAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useDestinations } from './beneficiaries-query.ts';
import type { Scope } from '#platform/scope.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type Destination, destinationText } from './destinations.ts';
import { PayOutFacts } from './pay-out-facts.tsx';

interface PayOutDialogProps {
  scope: Scope;
  account: PayInAccount;
  /** The account as the application knows it: its provider's ids. */
  payee: PayeeDetail | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** `beneficiaryId` empty: the account's default one; not chosen: the first there is. */
function payOutSchema(account: PayInAccount, destinations: readonly Destination[]) {
  const available = balancesOf(account)?.available;
  const tooMuch = available === undefined ? '' : `Only ${formatMoney(available, account.forCurrency)} is available.`;
  return z.pipe(
    z.object({ amount: typedAmount({ most: available, tooMuch }), beneficiaryId: z.optional(z.string()) }),
    z.transform(({ amount, beneficiaryId = destinations[0]?.value }) => ({
      payInAccountId: account.id,
      amount,
      beneficiaryId: beneficiaryId || null,
    })),
  );
}

/** Pays out of one account. */
export function PayOutDialog({ scope, account, payee, isOpen, onClose }: PayOutDialogProps) {
  const { forCurrency: currency } = account;
  const { destinations, isLoading, error } = useDestinations({ scope, account, payee, isOpen });
  const write = usePayoutWrite(scope, currency, onClose);
  const schema = payOutSchema(account, destinations);
  const values: z.input<typeof schema> = { amount: '', beneficiaryId: undefined };
  const form = useForm({ schema, values, write });
  const available = balancesOf(account)?.available;
  const minor = parseAmount(form.typed.amount);
  const choice = form.choice('beneficiaryId');
  const to = destinations.find(({ value }) => value === choice.value) ?? destinations[0];
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={`Pay out ${currency}`}
      description={<From account={account} />}
      action={minor ? `Pay out ${formatMoney(minor, currency)}` : 'Pay out'}
      disabledReason={destinations.length > 0 ? undefined : 'There is no beneficiary to pay out to'}
      undone="Nothing was paid out."
      unknown="We couldn’t confirm the payout. It’s safe to retry: no second payout will be made."
    >
      <AmountField
        label="Amount"
        currency={currency}
        {...form.text('amount')}
        aside={
          available !== undefined && (
            <FieldAction onPress={() => form.change('amount', amountText(available))}>
              Full available balance
            </FieldAction>
          )
        }
      />
      {to && (
        <>
          <SelectField label="To" size="l" options={destinations.map(toOption)} {...choice} value={to.value} />
          <PayOutFacts {...{ to, currency, amount: minor, available }} />
        </>
      )}
      {isLoading && <p className="m-0 text-ink-3">Loading beneficiaries…</p>}
      {error && <Notice tone="bad" title={error.message} />}
      {!to && !isLoading && !error && (
        <Notice tone="info" title="There is no beneficiary to pay out to">
          This account has no default beneficiary and no active ones.
        </Notice>
      )}
    </FormDialog>
  );
}

const toOption = (one: Destination) => ({ value: one.value, label: destinationText(one) });

function From({ account }: { account: PayInAccount }) {
  const available = balancesOf(account)?.available;
  return (
    <>
      {available === undefined ? '' : `${formatMoney(available, account.forCurrency)} is available, `}from{' '}
      <bdi>{account.accountHolderName}</bdi>, <span className="whitespace-nowrap">{numberOf(account)}</span>.
    </>
  );
}

function usePayoutWrite(scope: Scope, currency: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (body: BodyOf<typeof makePayout>, extras) =>
      call(makePayout, { params: scope, body, applicationId: scope.applicationId, ...extras }),
    // An answer may be empty (contract §9 Shapes): what was paid out is what was sent.
    (paidOut: OutboundPayment | undefined, { amount }) => {
      const reference = paidOut?.payoutRequestDetails.reference;
      toast.good(
        `Payout of ${formatMoney(amount, currency)} is on its way`,
        reference ? `Reference ${isolate(reference)}` : undefined,
      );
      onDone();
      for (const name of ['pay-in-accounts', 'payouts', 'statement', 'overview']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
    },
  );
}
