import { useQuery } from '@tanstack/react-query';
import type { Application, PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { listBeneficiaries, type PayoutBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { copied, CopyableId } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { nameCell } from '#design/table/cells.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { formatAccount } from '@volume/contract/money/account-number.ts';
import { titleCase } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import type { Scope } from '#platform/scope.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { providerOf } from '#features/balances/provider-names.ts';
import { payoutBeneficiariesQuery } from '#features/beneficiaries/beneficiaries-query.ts';
import { accountText } from '#features/beneficiaries/destinations.ts';
import { Beneficiaries } from '#features/beneficiaries/beneficiaries.tsx';
import { accountNumber } from '#features/beneficiaries/beneficiary-labels.ts';
import { ApplicationsSection } from './applications/applications-section.tsx';

/** The application's bank accounts: where pay-ins arrive, the providers, the beneficiaries, and all applications. */
export function AccountsPage({ application }: { application: Application }) {
  // Reads the cached merchant, because changing the default beneficiary on this page updates it.
  const { data: merchant } = useQuery(merchantQuery(application.merchantId));
  const known = merchant ? selectApplication(merchant, application.applicationId) : application;
  const payees = known.payeeDetailsPerCurrency ?? [];
  return (
    <>
      <PayeeAccounts payees={payees} />
      {payees.length > 0 && (
        <>
          <VirtualAccounts
            scope={{ merchantId: application.merchantId, applicationId: application.applicationId }}
            payees={payees}
          />
          <Beneficiaries application={application} payees={payees} />
        </>
      )}
      <ApplicationsSection merchantId={application.merchantId} />
    </>
  );
}

/** The pay-in accounts by currency, pounds first. Each value can be copied, and all of them together. */
function PayeeAccounts({ payees }: { payees: readonly PayeeDetail[] }) {
  if (payees.length === 0) {
    return (
      <Section title="Pay-in accounts">
        <EmptyState
          title="No accounts yet"
          detail="This application has no pay-in account. Contact support to set one up."
        />
      </Section>
    );
  }
  const currencies = [...new Set(payees.map(({ forCurrency }) => forCurrency))].toSorted().toReversed();
  return (
    <div className="grid grid-cols-2 gap-x-11 max-[1100px]:grid-cols-1">
      {currencies.map((currency) => (
        <Section key={currency} title={`${currency} accounts`}>
          {payees
            .filter(({ forCurrency }) => forCurrency === currency)
            .map((payee) => (
              <PayeeAccount key={payee.id} payee={payee} />
            ))}
        </Section>
      ))}
    </div>
  );
}

function PayeeAccount({ payee }: { payee: PayeeDetail }) {
  return (
    <article className="mb-6 last:mb-0" aria-label={`${payee.forCurrency} account of ${payee.accountHolderName}`}>
      <header className="flex min-h-row items-center gap-2.5">
        <h3 className="m-0 min-w-0 truncate text-m font-medium">{providerOf(payee)}</h3>
        {payee.defaultForCurrency === true && <Tag tone="calm">Default</Tag>}
        <span className="ml-auto shrink-0">
          <CopyButton text={asLetter(payee)} variant="quiet" size="s">
            Copy all
          </CopyButton>
        </span>
      </header>
      <DescriptionList
        items={accountFacts(payee).map(({ term, text, shown, mono }) => copied(term, text, { shown, mono }))}
      />
    </article>
  );
}

/** The virtual accounts, with the provider's own ids (§3 Payee detail). */
function VirtualAccounts({ scope, payees }: { scope: Scope; payees: readonly PayeeDetail[] }) {
  const virtual = payees.filter(({ isVirtualAccount }) => isVirtualAccount);
  const hasList = useCanDo(listBeneficiaries);
  const { data = [] } = useQuery({ ...payoutBeneficiariesQuery(scope), enabled: hasList });
  return (
    <Section title="Virtual accounts">
      {virtual.length === 0 ? (
        <EmptyState
          title="No virtual accounts"
          detail="Pay-ins arrive in your own bank account. Balances, refunds and payouts need a virtual account."
        />
      ) : (
        <DataTable
          caption="Accounts at a provider"
          columns={columnsOf(data)}
          rows={virtual}
          rowKey={({ id }) => String(id)}
        />
      )}
    </Section>
  );
}

/** The default beneficiary by name and account; by its id where only the provider knows them. */
function PaysOutTo({ payee, found }: { payee: PayeeDetail; found: PayoutBeneficiary | undefined }) {
  const number = found && accountText(found);
  if (!found || !number) return <CopyableId text={payee.vaDefaultPayOutBeneficiaryAccountId} />;
  return (
    <span className="block min-w-0 leading-[1.25]">
      {nameCell(found.accountHolderName)}
      <span className="num block truncate text-s text-ink-3">{number}</span>
    </span>
  );
}

const columnsOf = (beneficiaries: readonly PayoutBeneficiary[]): Column<PayeeDetail>[] => [
  {
    id: 'provider',
    header: 'Provider',
    width: 138,
    card: 'who',
    strong: true,
    cell: (payee) => (
      <>
        {providerOf(payee)}
        {payee.vaIsSandboxAccount === true && <span className="font-regular text-ink-3"> (test account)</span>}
      </>
    ),
  },
  { id: 'currency', header: 'Currency', width: 96, card: 'sum', cell: ({ forCurrency }) => forCurrency },
  {
    id: 'number',
    header: 'Account',
    mono: true,
    card: 'state',
    cell: (payee) => (
      <span className="block truncate" title={accountNumber(payee)}>
        <IdText>{accountNumber(payee)}</IdText>
      </span>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    width: 138,
    isRaised: true,
    cell: (payee) => <CopyableId text={payee.vaCustomerId} />,
  },
  {
    id: 'account',
    header: 'Account id',
    width: 138,
    card: 'when',
    isRaised: true,
    cell: (payee) => <CopyableId text={payee.vaAccountId} />,
  },
  {
    id: 'beneficiary',
    header: 'Pays out to',
    isRaised: true,
    cell: (payee) => (
      <PaysOutTo
        payee={payee}
        found={beneficiaries.find(({ defaultForPayInAccountIds }) => defaultForPayInAccountIds.includes(payee.id))}
      />
    ),
  },
];

interface Fact {
  term: string;
  /** The stored form, which is copied. */
  text: string;
  /** The readable form: `12-34-56`, groups of four. */
  shown: string;
  mono: boolean;
}

/** What a payer needs to pay into the account, in the usual order. */
function accountFacts(payee: PayeeDetail): Fact[] {
  const { accountHolderName, accountIdentification1, accountIdentification2 } = payee;
  const numbers = [accountIdentification2, accountIdentification1].filter((each) => each !== null);
  const address = addressText(payee);
  return [
    { term: 'Account holder', text: accountHolderName, shown: accountHolderName, mono: false },
    ...numbers.map(({ type, number }) => ({
      term: numberTerm(type),
      text: number,
      shown: formatAccount(type, number),
      mono: true,
    })),
    ...(payee.selector ? [{ term: 'Selector', text: payee.selector, shown: payee.selector, mono: false }] : []),
    ...(address ? [{ term: 'Address', text: address, shown: address, mono: false }] : []),
  ];
}

const terms = new Map([
  ['ACCOUNT_NUMBER', 'Account number'],
  ['SORT_CODE', 'Sort code'],
  ['IBAN', 'IBAN'],
]);
const numberTerm = (type: string): string => terms.get(type) ?? titleCase(type);

/** All account details as text, one per line, for a letter or a chat. */
function asLetter(payee: PayeeDetail): string {
  const lines = accountFacts(payee).map(({ term, shown }) => `${term}: ${shown}`);
  return [...lines, `Currency: ${payee.forCurrency}`].join('\n');
}

function addressText({ payeeAddress: address }: PayeeDetail): string {
  if (address === null) return '';
  const street = [address.buildingNumber, address.streetName].filter(Boolean).join(' ');
  const { department, subDepartment, postCode, townName, country } = address;
  return [department, subDepartment, street, townName, postCode, country].filter(Boolean).join(', ');
}
