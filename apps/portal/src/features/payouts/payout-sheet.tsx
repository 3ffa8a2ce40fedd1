import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { getPayout, type OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { ApprovalOf } from '#features/approvals/approval-note.tsx';
import { formatAccount } from '@volume/contract/money/account-number.ts';
import { titleCase } from '#design/text/format-text.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { personText } from '#design/text/person-text.ts';
import { deliveriesHref } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { useCanDo, useCapability } from '#platform/calls/capabilities.ts';
import { SheetPending } from '#lists/part-error.tsx';
import { statusOf } from '#platform/errors.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { payoutKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { moneyOutStatusLabel } from '#features/pay-ins/status-labels.ts';

interface ShownProps {
  scope: Scope;
  /** The list's rows; a payout among them needs no request. */
  listed: readonly OutboundPayment[];
  /** The application's accounts, to name the one that was debited. */
  accounts: readonly PayeeDetail[];
}

interface PayoutSheetProps extends ShownProps {
  payoutPaymentId: string | undefined;
  onClose: () => void;
}

export function PayoutSheet({ payoutPaymentId, onClose, ...rest }: PayoutSheetProps) {
  // Keeps the content visible while the sheet closes.
  const [shown, setShown] = useState(payoutPaymentId);
  if (payoutPaymentId !== undefined && payoutPaymentId !== shown) setShown(payoutPaymentId);
  if (shown === undefined) return null;
  return (
    <Sheet isOpen={payoutPaymentId !== undefined} onClose={onClose} title="Payout" side="right">
      <Loaded key={shown} payoutPaymentId={shown} {...rest} />
    </Sheet>
  );
}

function Loaded({ payoutPaymentId, scope, listed, accounts }: ShownProps & { payoutPaymentId: string }) {
  const ofList = listed.find((one) => one.payoutPaymentId === payoutPaymentId);
  const hasCall = useCapability(getPayout);
  const { data, error, isFetching, refetch } = useQuery({
    ...payoutQuery(scope, payoutPaymentId),
    enabled: ofList === undefined && hasCall === true,
  });
  const payout = ofList ?? data;
  if (payout) return <Payout payout={payout} accounts={accounts} merchantId={scope.merchantId} />;
  if (hasCall === false || statusOf(error) === 404) {
    return <EmptyState title="This payout was not found" detail="It may belong to another merchant or application." />;
  }
  return <SheetPending error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

/** One payout of an application. Like the list, never stale (§4 Caching). */
const payoutQuery = (scope: Scope, payoutPaymentId: string) =>
  queryOptions({
    queryKey: payoutKeys.of(scope, 'one', payoutPaymentId),
    queryFn: ({ signal }) =>
      call(getPayout, { params: { ...scope, payoutPaymentId }, signal, applicationId: scope.applicationId }),
    staleTime: Infinity,
  });

interface PayoutProps {
  payout: OutboundPayment;
  accounts: readonly PayeeDetail[];
}

function Payout({ payout, accounts, merchantId }: PayoutProps & { merchantId: string }) {
  const { amount, currency } = payout.payoutRequestDetails;
  return (
    <div className="grid gap-4 p-5">
      <div>
        <div className="mb-2">
          <StatusTag status={moneyOutStatusLabel(payout.status)} />
        </div>
        <Money minor={amount} currency={currency} size="xl" />
        <p className="mt-1 mb-0 text-ink-3">{payout.statusDescription ?? statusSentence(payout.status)}</p>
      </div>
      <ApprovalOf merchantId={merchantId} of={{ orderId: payout.payoutPaymentId }} />
      <PayoutFacts {...{ payout, accounts }} />
    </div>
  );
}

function PayoutFacts({ payout, accounts }: PayoutProps) {
  const zone = useZone();
  const { reference, destination } = payout.payoutRequestDetails;
  return (
    <DescriptionList
      items={[
        { term: 'To', detail: <bdi>{recipientName(destination)}</bdi> },
        { term: 'Account', detail: destinationAccount(destination), mono: true },
        { term: 'From', detail: sourceAccount(payout, accounts) },
        { term: 'Type', detail: payoutKind(payout.type) },
        copied('Reference', reference),
        copied('Payout', payout.payoutPaymentId),
        { term: 'Started by', detail: payout.initiatedBy && <bdi>{personText(payout, 'initiatedBy')}</bdi> },
        { term: 'Created', detail: formatDateTime(payout.createdAtUtc, zone, 'full') },
        { term: 'Updated', detail: formatDateTime(payout.updatedAtUtc, zone, 'full') },
        { term: 'Webhooks', detail: <Deliveries payoutPaymentId={payout.payoutPaymentId} /> },
      ]}
    />
  );
}

function Deliveries({ payoutPaymentId }: { payoutPaymentId: string }) {
  const maySee = usePermitted(['EDIT_SETTINGS']);
  const isSupported = useCanDo(listWebhookDeliveries);
  if (!maySee || !isSupported) return '–';
  return <TextLink href={deliveriesHref({ objectId: payoutPaymentId })}>Deliveries</TextLink>;
}

function sourceAccount({ payInAccountId }: OutboundPayment, accounts: readonly PayeeDetail[]): ReactNode {
  const account = accounts.find(({ id }) => id === payInAccountId);
  if (!account) return `Account ${payInAccountId}`;
  const { type, number } = account.accountIdentification1;
  return (
    <>
      <bdi>{account.accountHolderName}</bdi>, {formatAccount(type, number)}
    </>
  );
}

const statusSentence = (status: string): string | undefined => sentences.get(status);
const sentences = new Map([
  ['IN_PROGRESS', 'Deducted from your available balance; awaiting confirmation.'],
  ['HELD', 'The account provider is reviewing it before sending it.'],
  ['PROCESSED', 'The money has left the account.'],
  ['FAILED', 'The payout failed. The money is available again.'],
  ['CANCELLED', 'The payout was cancelled. The money is available again.'],
  ['RETURNED', 'The bank returned it. The money is available again.'],
]);

type Destination = OutboundPayment['payoutRequestDetails']['destination'];

export const recipientName = ({ name, id }: Destination): string =>
  name?.trim() ? name : id === null ? 'No name' : `Beneficiary ${id}`;

/** The formatted number of the destination, null when only the provider knows it. */
export function destinationAccount({ sortCode, accountNumber, iban }: Destination): string | null {
  if (iban) return formatAccount('IBAN', iban);
  const parts = [
    sortCode && formatAccount('SORT_CODE', sortCode),
    accountNumber && formatAccount('ACCOUNT_NUMBER', accountNumber),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : null;
}

export const payoutKind = (type: string): string => (type === 'SCHEDULED_PAYOUT' ? 'Scheduled' : titleCase(type));
