import { type Application, deriveApplication } from '@volume/contract/merchants.ts';
import { ChevronRight } from 'lucide-react';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { type Description, DescriptionList } from '#design/layout/description-list.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { IdText } from '#design/text/id-text.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { PayeeAccounts } from './payee-accounts.tsx';

/** One application of a merchant: what it can do, where it sends news, and the accounts it pays into. */
export function ApplicationPart({ application, isOpen }: { application: Application; isOpen: boolean }) {
  const accounts = application.payeeDetailsPerCurrency ?? [];
  const { hasGBP, hasEUR } = deriveApplication(application);
  const currencies = [hasGBP && 'GBP', hasEUR && 'EUR'].filter(Boolean).join(', ');
  return (
    <details className="group border-t border-line last:border-b" open={isOpen}>
      <summary className="flex min-h-row cursor-pointer list-none items-center gap-2 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="!size-3.5 text-ink-3 group-open:rotate-90" />
        <h3 className="m-0 min-w-0 font-medium [overflow-wrap:anywhere]">
          <bdi>{application.applicationName}</bdi>
        </h3>
        <span className="num ml-auto shrink-0 text-label text-ink-3">
          {[currencies, countWord(accounts.length, 'account')].filter(Boolean).join(' · ')}
        </span>
      </summary>
      <div className="pt-1 pb-6 pl-[22px] phone:pl-0">
        <div className="mb-5 grid grid-cols-2 gap-x-11 max-[1200px]:grid-cols-1">
          <DescriptionList items={abilities(application)} />
          <DescriptionList items={addresses(application)} />
        </div>
        <PayeeAccounts accounts={accounts} caption={`Accounts of ${application.applicationName}`} />
      </div>
    </details>
  );
}

const countWord = (count: number, word: string): string => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
const onOff = (is: boolean): string => (is ? 'On' : 'Off');

function abilities(application: Application): Description[] {
  const derived = deriveApplication(application);
  const defaults = [derived.hasGBPForDefaultVirtual && 'GBP', derived.hasEURForDefaultVirtual && 'EUR'].filter(Boolean);
  const { applicationId, institutions } = application;
  return [
    { term: 'Id', mono: true, detail: <CopiedId id={applicationId} /> },
    { term: 'Virtual accounts', detail: onOff(application.hasVirtualAccountsEnabled) },
    { term: 'Virtual default', detail: defaults.join(', ') },
    { term: 'Providers', detail: derived.vaProviders.map(titleCase).join(', ') },
    { term: 'Name check', detail: onOff(application.confirmationOfPayerEnabled) },
    { term: 'Institutions', detail: institutions.length === 0 ? 'All' : formatCount(institutions.length) },
    { term: 'External e-mail', detail: onOff(derived.shouldSendEmailForExternalPayinPayment) },
    { term: 'External webhook', detail: onOff(derived.shouldSendWebhookForExternalPayinPayment) },
  ];
}

function addresses(application: Application): Description[] {
  const address = (term: string, url: string | null): Description => ({
    term,
    mono: true,
    // Text, never a link: the address is the merchant's, and may say anything.
    detail: url && <IdText>{url}</IdText>,
  });
  return [
    address('Payment news', application.paymentStatusWebhookUrl),
    address('Refund news', application.refundWebhookUrl),
    address('Payout news', application.payoutWebhookUrl),
    address('Web callback', application.merchantCallbackUrlForWeb),
    address('App callback', application.merchantCallbackUrlForMobile),
    address('Cancel page', application.cancelUrl),
    address('Yapily client', application.selectedYapilyClientId),
  ];
}

function CopiedId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-start gap-1">
      <IdText>{id}</IdText>
      <span className="-my-1.5">
        <CopyButton text={id} label="Copy application id" variant="quiet" size="s" />
      </span>
    </span>
  );
}
