import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { DataTable } from '#design/table/data-table.tsx';
import type { Column } from '#design/table/column.ts';
import { formatAccountNumbers } from '@volume/contract/money/account-number.ts';
import { isolate } from '#design/text/format-text.ts';
import { isProvider, providerLabel } from '#features/balances/provider-names.ts';
import { IdText } from '#design/text/id-text.tsx';
import { PersonName } from '#design/text/person-name.tsx';

/** The accounts that an application is paid into, by currency (§3 Payee detail). */
export function PayeeAccounts({ payees, caption }: { payees: readonly PayeeDetail[]; caption: string }) {
  if (payees.length === 0) return <p className="m-0 text-ink-3">No pay-in accounts.</p>;
  return <DataTable caption={caption} columns={columns} rows={payees} rowKey={(payee) => String(payee.id)} />;
}

const columns: Column<PayeeDetail>[] = [
  {
    id: 'currency',
    header: 'Currency',
    width: 112,
    card: 'sum',
    strong: true,
    cell: ({ forCurrency, defaultForCurrency }) => (
      <>
        {forCurrency}
        {defaultForCurrency === true && <span className="font-regular text-ink-3"> default</span>}
      </>
    ),
  },
  {
    id: 'holder',
    header: 'Holder',
    card: 'who',
    cell: (payee) => <Holder payee={payee} />,
  },
  {
    id: 'number',
    header: 'Account',
    width: 232,
    mono: true,
    card: 'state',
    // Not truncated: the longest IBAN wraps to a second line.
    cell: (payee) => (
      <span className="block whitespace-normal">
        <IdText>{numbersOf(payee)}</IdText>
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', width: 172, soft: true, card: 'when', cell: kindOf },
  {
    id: 'id',
    header: 'Provider id',
    width: 92,
    mono: true,
    soft: true,
    cell: (payee) => <Cut text={payee.vaAccountId} />,
  },
];

/** The account holder and, truncated to the available space, the address; the tooltip has both in full. */
function Holder({ payee }: { payee: PayeeDetail }) {
  const address = addressOf(payee);
  if (address === null) return <PersonName>{payee.accountHolderName}</PersonName>;
  return (
    <span className="block truncate" title={`${isolate(payee.accountHolderName)}, ${address}`}>
      <bdi>{payee.accountHolderName}</bdi>
      <span className="font-regular text-ink-3 phone:hidden">
        , <bdi>{address}</bdi>
      </span>
    </span>
  );
}

function Cut({ text }: { text: string | null }) {
  if (text === null || text === '') return <span className="text-ink-3">–</span>;
  return (
    <span className="block truncate" title={text}>
      <IdText>{text}</IdText>
    </span>
  );
}

const numbersOf = ({ accountIdentification1: one, accountIdentification2: two }: PayeeDetail): string =>
  formatAccountNumbers([one, two]);

function kindOf({ isVirtualAccount, vaProviderType, vaIsSandboxAccount }: PayeeDetail): string {
  if (!isVirtualAccount) return 'Bank account';
  const provider = isProvider(vaProviderType) ? `, ${providerLabel(vaProviderType)}` : '';
  return `Virtual${provider}${vaIsSandboxAccount === true ? ', sandbox' : ''}`;
}

function addressOf({ payeeAddress: address }: PayeeDetail): string | null {
  if (address === null) return null;
  const street = [address.buildingNumber, address.streetName].filter(Boolean).join(' ');
  const { department, subDepartment, postCode, townName, country } = address;
  return [department, subDepartment, street, postCode, townName, country].filter(Boolean).join(', ') || null;
}
