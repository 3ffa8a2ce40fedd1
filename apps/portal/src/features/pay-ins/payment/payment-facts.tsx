import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { Icon } from '#design/icon.tsx';
import Braces from 'lucide/dist/esm/icons/braces.mjs';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { copied } from '#design/layout/copied.tsx';
import { type Description, DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { formatAccount, formatAccountNumbers } from '@volume/contract/money/account-number.ts';
import { EmailText } from '#design/text/email-text.tsx';
import { titleCase } from '#design/text/format-text.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { sharedReference } from '@volume/contract/pay-ins/receipts.ts';
import { MetadataSection } from '#features/pay-ins/metadata-section.tsx';
import { payerName, riskLabel } from '#features/pay-ins/pay-in-labels.ts';

interface FactsProps {
  row: PaymentListItem;
  details: PaymentDetails;
}

/** Leaves out facts that are unknown for this payment. */
const known = (items: readonly Description[]): Description[] =>
  items.filter(({ detail }) => detail !== null && detail !== undefined && detail !== '');

type AllFactsProps = FactsProps & { merchant: Merchant | undefined };

export function PaymentFacts({ row, details, merchant }: AllFactsProps) {
  const reference = sharedReference(row);
  const { reference: statementReference } = row.paymentRequest;
  return (
    <>
      <PayerFacts row={row} details={details} />
      <Section title="References">
        <DescriptionList
          items={known([
            copied('Reference', reference),
            copied('Order', row.merchantPaymentId),
            copied('On statement', statementReference === reference ? null : statementReference),
            copied('Payment', row.paymentId),
            copied('Trace', row.tracingId),
            copied('Shopper', details.shopperId),
            copied('Payment intent', details.paymentIntentId),
          ])}
        />
      </Section>
      <PaidInto row={row} details={details} merchant={merchant} />
      <MetadataSection metadata={details.paymentMetadata} />
    </>
  );
}

function PayerFacts({ row, details }: FactsProps) {
  const { payer } = row;
  return (
    <Section title="Payer">
      <DescriptionList
        items={known([
          { term: 'Name', detail: named(payerName(row)) },
          copied('Account', payer?.accountIdentifier, { shown: inGroups(payer?.accountIdentifier ?? '') }),
          { term: 'Email', detail: payer?.email && <EmailText>{payer.email}</EmailText> },
          { term: 'Address', detail: named(payer?.address) },
          { term: 'IP address', detail: payer?.payerIP, mono: true },
          { term: 'Bank', detail: named(details.institution?.name) },
          ...namesCompared(row),
          { term: 'Name check', detail: <NameCheck row={row} details={details} /> },
          { term: 'Risk', detail: row.riskCategory === 'NA' ? null : row.riskCategory && riskLabel(row.riskCategory) },
        ])}
      />
      <RiskExplained row={row} details={details} />
    </Section>
  );
}

/** Formats an account that is given as one text, if it is a sort code with a number or an IBAN. */
function inGroups(account: string): string {
  const [, sortCode, number] = /^(\d\d-?\d\d-?\d\d)\s+(\d{8})$/.exec(account) ?? [];
  if (sortCode && number) return `${formatAccount('SORT_CODE', sortCode)} · ${formatAccount('ACCOUNT_NUMBER', number)}`;
  return /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(account) ? formatAccount('IBAN', account) : account;
}

/** The payer's name at the bank and the name that the merchant gave, where both are known. */
function namesCompared({ payer, merchantProvidedPayerDetailsNames: given }: PaymentListItem) {
  const names = Array.isArray(given) ? given.filter((name) => name.trim() !== '').join(', ') : given?.trim();
  if (!names || !payer?.name?.trim()) return [];
  return [
    { term: 'Name at the bank', detail: named(payer.name) },
    { term: 'Name given to you', detail: named(names) },
  ];
}

function RiskExplained({ row, details: { confirmationOfPayer: check } }: FactsProps) {
  if (!check?.enabled || check.score === null) return null;
  const advice: Partial<Record<string, string>> = {
    HIGH: 'The names differ: check who paid before you hand anything over.',
    MEDIUM: 'The names match only in part: compare them.',
  };
  return (
    <p className="m-0 mt-2 text-label text-ink-3">
      The name check compares the account holder’s name at the bank with the name given to you: from 80 the risk is low,
      below 50 it is high. {row.riskCategory && advice[row.riskCategory]}
    </p>
  );
}

/** The payer-name score as a label (contract §4: 80 and above is low risk, below 50 high). */
function NameCheck({ details: { confirmationOfPayer: check } }: FactsProps) {
  if (!check?.enabled || check.score === null) return <span className="text-ink-3">Not checked</span>;
  const [label, tone] =
    check.score >= 80 ? ['Matches', 'text-ok'] : check.score >= 50 ? ['Partly', 'text-held'] : ['Differs', 'text-bad'];
  return (
    <>
      <span className={`font-medium ${tone}`}>{label}</span> <span className="text-ink-3">{check.score} of 100</span>
    </>
  );
}

function PaidInto({ row, details: { payee, paymentRefundData, events }, merchant }: AllFactsProps) {
  const account = merchant?.applications
    .flatMap(({ payeeDetailsPerCurrency }) => payeeDetailsPerCurrency ?? [])
    .find(({ id }) => id === payee?.payInAccountId);
  // While the merchant is loading, the provider that the payment's story names.
  const vaProviderType = account?.vaProviderType ?? events.find(({ type }) => type === 'SETTLED')?.actor;
  const { isToVirtualAccount: isVirtualAccount, paymentRequest } = row;
  return (
    <>
      <Section title="Paid into">
        <DescriptionList
          items={known([
            {
              term: 'Account',
              detail: accountName({ forCurrency: paymentRequest.currency, isVirtualAccount, vaProviderType }),
            },
            { term: 'Holder', detail: named(payee?.accountHolderName) },
            {
              term: 'Number',
              detail: payee && formatAccountNumbers([payee.accountIdentification1, payee.accountIdentification2]),
              mono: true,
            },
            { term: 'Type', detail: titleCase(row.paymentType) },
          ])}
        />
      </Section>
      {paymentRefundData && (
        <Section title="Refunds go to">
          <DescriptionList
            items={known([
              { term: 'Holder', detail: named(paymentRefundData.accountHolderName) },
              { term: 'Number', detail: formatAccountNumbers(paymentRefundData.accountIdentifications), mono: true },
            ])}
          />
        </Section>
      )}
    </>
  );
}

const named = (text: string | null | undefined) => (text ? <bdi>{text}</bdi> : null);

/** The payment as the API returns it, to read and to copy. */
export function PaymentJson({ row, details }: { row: PaymentListItem; details: PaymentDetails | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const text = () => {
    const payment = z.encode(PaymentListItem, row);
    return JSON.stringify(details ? { payment, details: z.encode(PaymentDetails, details) } : { payment }, null, 2);
  };
  return (
    <>
      <Button icon={<Icon of={Braces} />} onClick={() => setIsOpen(true)}>
        JSON
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="API response (JSON)"
        size="l"
        footer={
          <>
            <CopyButton text={isOpen ? text() : ''}>Copy</CopyButton>
            <Button onClick={() => setIsOpen(false)}>Close</Button>
          </>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable text must be reachable by keyboard */}
        <pre className="mono m-0 max-h-[60vh] overflow-auto rounded bg-sunken p-3" tabIndex={0} aria-label="JSON">
          <span data-personal>{isOpen && text()}</span>
        </pre>
      </Dialog>
    </>
  );
}
