import type { PayeeDetail } from '@volume/contract/merchants.ts';
import type { OutboundPayment } from '@volume/contract/payouts.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks.ts';
import type { ReactNode } from 'react';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatAccount } from '#design/text/format-account.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { deliveriesHref } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { StatusTag } from '#domain/status-tag.tsx';
import { moneyOutStatusWord } from '#domain/status-words.ts';
import { accountOf, kindOf, recipientOf, statusSentence } from './payout-words.ts';

interface PayoutSheetProps {
  payout: OutboundPayment;
  isOpen: boolean;
  onClose: () => void;
  /** The application's accounts, to name the one it left. */
  accounts: readonly PayeeDetail[];
  zone: string;
}

/** Everything about one payout, beside the list. */
export function PayoutSheet({ payout, isOpen, onClose, accounts, zone }: PayoutSheetProps) {
  const { amount, currency } = payout.payoutRequestDetails;
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title="Payout" side="right">
      <div className="grid gap-4 p-5">
        <div>
          <div className="mb-2">
            <StatusTag status={moneyOutStatusWord(payout.status)} />
          </div>
          <Money minor={amount} currency={currency} size="xl" />
          <p className="mt-1 mb-0 text-ink-3">{payout.statusDescription ?? statusSentence(payout.status)}</p>
        </div>
        <PayoutFacts payout={payout} accounts={accounts} zone={zone} />
      </div>
    </Sheet>
  );
}

function PayoutFacts({ payout, accounts, zone }: Pick<PayoutSheetProps, 'payout' | 'accounts' | 'zone'>) {
  const { reference, destination } = payout.payoutRequestDetails;
  return (
    <DescriptionList
      items={[
        { term: 'To', detail: <bdi>{recipientOf(destination)}</bdi> },
        { term: 'Account', detail: accountOf(destination), mono: true },
        { term: 'From', detail: sourceOf(payout, accounts) },
        { term: 'Type', detail: kindOf(payout.type) },
        { term: 'Reference', detail: reference && <Copied term="Reference" text={reference} />, mono: true },
        { term: 'Payout', detail: <Copied term="Payout" text={payout.payoutPaymentId} />, mono: true },
        { term: 'Started by', detail: payout.initiatedBy && <bdi>{payout.initiatedBy}</bdi> },
        { term: 'Created', detail: formatDateTime(payout.createdAtUtc, zone, 'full') },
        { term: 'Webhooks', detail: <Deliveries payoutPaymentId={payout.payoutPaymentId} /> },
        { term: 'Updated', detail: formatDateTime(payout.updatedAtUtc, zone, 'full') },
      ]}
    />
  );
}

/** What the merchant's server was told of it, for those who may see. */
function Deliveries({ payoutPaymentId }: { payoutPaymentId: string }) {
  const maySee = usePermitted(['EDIT_SETTINGS']);
  const isThere = useCanDo(listWebhookDeliveries);
  if (!maySee || !isThere) return '–';
  return <TextLink href={deliveriesHref({ objectId: payoutPaymentId })}>Deliveries</TextLink>;
}

function sourceOf({ payInAccountId }: OutboundPayment, accounts: readonly PayeeDetail[]): ReactNode {
  const account = accounts.find(({ id }) => id === payInAccountId);
  if (!account) return `Account ${payInAccountId}`;
  const { type, number } = account.accountIdentification1;
  return (
    <>
      <bdi>{account.accountHolderName}</bdi>, {formatAccount(type, number)}
    </>
  );
}

function Copied({ term, text }: { term: string; text: string }) {
  return (
    <span className="inline-flex items-start gap-1">
      <IdText>{text}</IdText>
      <span className="-my-1.5">
        <CopyButton text={text} label={`Copy ${term}`} variant="quiet" size="s" />
      </span>
    </span>
  );
}
