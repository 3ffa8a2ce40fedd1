import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import type { BodyOf, ResponseOf } from '@volume/contract/endpoint.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { bankReference } from '@volume/contract/money/bank-reference.ts';
import { getPayout, makePayout, payoutReferenceField } from '@volume/contract/payouts/payouts.ts';
import * as z from 'zod/mini';
import { SelectField } from '#design/choose/select-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { isolate } from '#design/text/format-text.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { useApprovalAbove } from '#features/approvals/approvals-query.ts';
import { WaitsNotice } from '#features/approvals/approval-note.tsx';
import { balancesOf } from '#features/balances/account-display.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { AmountField } from '#forms/amount-field.tsx';
import { availableLimit, lowestLimit, overLimit, useLargestLimit } from '#forms/amount-limit.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { type AmountLimit, optionalText, parseAmount, typedAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { longestOf, ReferenceField } from '#features/balances/payout-reference.tsx';
import { useDestinations } from '#features/beneficiaries/beneficiaries-query.ts';
import type { Scope } from '#platform/scope.ts';
import { call } from '#platform/provider-api.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { payoutsHref, settingsHref } from '#platform/hrefs.ts';
import { refetch } from '#platform/queries/query-keys.ts';
import {
  approvalKeys,
  overviewKeys,
  payInAccountKeys,
  payoutKeys,
  statementKeys,
} from '#platform/queries/shared-keys.ts';
import { payoutReader } from '#platform/writes/order-readers.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useOrderWrite } from '#platform/writes/use-order-write.ts';
import { type Destination, destinationText } from '#features/beneficiaries/destinations.ts';
import { PayOutFacts } from './pay-out-facts.tsx';

interface PayOutDialogProps {
  scope: Scope;
  account: PayInAccount;
  /** The account in the application's payee details, with the provider's ids. */
  payee: PayeeDetail | undefined;
  isOpen: boolean;
  onClose: () => void;
}

interface Offered {
  destinations: readonly Destination[];
  limit: AmountLimit | undefined;
  /** Whether this deployment sends a reference to the bank. */
  takesReference: boolean;
}

/** An empty `beneficiaryId` is the account's default beneficiary; undefined selects the first destination. */
function payOutSchema(account: PayInAccount, { destinations, limit, takesReference }: Offered) {
  return z.pipe(
    z.object({
      amount: typedAmount({ currency: account.forCurrency, limit }),
      beneficiaryId: z.optional(z.string()),
      reference: optionalText(bankReference(longestOf(account.forCurrency))),
    }),
    z.transform(({ amount, beneficiaryId = destinations[0]?.value, reference }) => ({
      payInAccountId: account.id,
      amount,
      beneficiaryId: beneficiaryId || null,
      ...(takesReference ? { reference } : {}),
    })),
  );
}

export function PayOutDialog({ scope, account: latest, payee, isOpen, onClose }: PayOutDialogProps) {
  const { forCurrency: currency } = latest;
  const write = usePayoutWrite(scope, latest, onClose);
  // While the payout is on its way, its own amount is missing from the balance.
  const [account] = useBase(latest, write.isBusy);
  const { destinations, isLoading, error } = useDestinations({ scope, account, payee, isOpen });
  const available = balancesOf(account)?.available;
  const limit = lowestLimit(availableLimit(available, currency), useLargestLimit()(currency));
  const takesReference = useCanDo(payoutReferenceField);
  const schema = payOutSchema(account, { destinations, limit, takesReference });
  const values: z.input<typeof schema> = { amount: '', beneficiaryId: undefined, reference: '' };
  const form = useForm({ schema, values, write });
  const above = useApprovalAbove(scope.merchantId, currency);
  const typed = form.value('amount');
  const minor = parseAmount(typed, currency);
  const waits = above !== undefined && minor !== undefined && minor > above;
  const choice = form.choice('beneficiaryId');
  const to = destinations.find(({ value }) => value === choice.value) ?? destinations[0];
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={`Pay out from ${accountName(latest)}`}
      description={available === undefined ? undefined : `${formatMoney(available, currency)} is available.`}
      action={minor ? `${waits ? 'Request payout of' : 'Pay out'} ${formatMoney(minor, currency)}` : 'Pay out'}
      facts={
        to && (
          <>
            <PayOutFacts
              {...{ to, account, amount: minor }}
              reference={takesReference ? form.value('reference') : undefined}
            />
            {waits && <WaitsNotice above={above} currency={currency} what="payout" />}
          </>
        )
      }
      disabledReason={
        destinations.length > 0 ? overLimit(typed, currency, limit) : 'There is no beneficiary to pay out to'
      }
      undone="Nothing was paid out."
      unknown="We couldn’t confirm the payout. It’s safe to retry: no second payout will be made."
    >
      <AmountField
        label="Amount"
        currency={currency}
        limit={limit}
        onUse={(text) => form.change('amount', text)}
        {...form.amount('amount')}
      />
      {to && <RecipientField {...{ destinations }} {...choice} value={to.value} />}
      {takesReference && <ReferenceField currency={currency} {...form.text('reference')} />}
      {/* As high as the facts that replace it, so that the amount field does not move while the user reaches for it. */}
      {isLoading && (
        <p className={`m-0 text-ink-3 ${to ? '' : takesReference ? 'min-h-[319px]' : 'min-h-[283px]'}`}>
          Loading beneficiaries…
        </p>
      )}
      {error && <Notice tone="bad" title={error.message} />}
      {!to && !isLoading && !error && <NoBeneficiary />}
    </FormDialog>
  );
}

interface RecipientFieldProps {
  destinations: readonly Destination[];
  value: string;
  onChange: (value: string) => void;
}

const RecipientField = ({ destinations, ...choice }: RecipientFieldProps) => (
  <div>
    <SelectField label="To" size="l" options={destinations.map(toOption)} {...choice} />
    <p className="mt-1.5 mb-0 text-label text-ink-3">
      Another account? <AddAccountLink />
    </p>
  </div>
);

const NoBeneficiary = () => (
  <Notice tone="info" title="There is no beneficiary to pay out to">
    This account has no default beneficiary and no active ones. <AddAccountLink />
  </Notice>
);

const AddAccountLink = () => <TextLink href={settingsHref('accounts')}>Add it in Settings, Bank accounts</TextLink>;

const toOption = (one: Destination) => ({ value: one.value, label: destinationText(one) });

function usePayoutWrite(scope: Scope, account: PayInAccount, onDone: () => void) {
  const { forCurrency: currency, vaProviderType: provider } = account;
  const queryClient = useQueryClient();
  const canFollow = useCanDo(getPayout);
  // The response may be empty (contract §9 Shapes), so the texts use the amount that was sent.
  type Answer = ResponseOf<typeof makePayout> | undefined;
  const isWaiting = (paidOut: Answer) => paidOut?.approval?.state === 'WAITING';
  const nameOf = (amount: number) => `Payout of ${formatMoney(amount, currency)}`;
  return useOrderWrite({
    noun: 'payout',
    provider,
    send: (body: BodyOf<typeof makePayout>, extras): Promise<Answer> =>
      call(makePayout, { params: scope, body, applicationId: scope.applicationId, ...extras }),
    toRead: (paidOut) =>
      canFollow && paidOut?.status === 'IN_PROGRESS' && !isWaiting(paidOut)
        ? payoutReader(scope, paidOut.payoutPaymentId)
        : undefined,
    textsOf: (paidOut, { amount }) => ({
      name: nameOf(amount),
      href: payoutsHref({ payout: paidOut?.payoutPaymentId }),
      link: 'Open payout',
    }),
    refetch: () => payoutMade(queryClient),
    onDone: (paidOut, { amount }) => {
      const reference = paidOut?.payoutRequestDetails.reference;
      toast.good(
        `${nameOf(amount)} ${isWaiting(paidOut) ? 'is awaiting approval' : 'is on its way'}`,
        reference ? `Reference ${isolate(reference)}` : undefined,
      );
      onDone();
    },
  });
}

/** Refetches what a payout changes: the account, its lists, the overview and, if it has to be approved, the approvals. */
function payoutMade(queryClient: QueryClient): Promise<unknown> {
  const ofAccount = [payInAccountKeys.all, statementKeys.all];
  return refetch(queryClient, ...ofAccount, payoutKeys.all, overviewKeys.all, approvalKeys.all);
}
