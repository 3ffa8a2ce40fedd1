import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { formatAccount } from '#design/text/format-account.ts';
import { titleCase } from '#design/text/title-case.ts';

export interface Fact {
  term: string;
  /** As it is kept, and copied. */
  text: string;
  /** As people read it: `12-34-56`, groups of four. */
  shown: string;
  mono: boolean;
}

/** What someone needs to pay into an account, in the order people say it. */
export function factsOf(payee: PayeeDetail): Fact[] {
  const { accountHolderName, accountIdentification1, accountIdentification2 } = payee;
  const numbers = [accountIdentification2, accountIdentification1].filter((each) => each !== null);
  const address = addressOf(payee);
  return [
    { term: 'Account holder', text: accountHolderName, shown: accountHolderName, mono: false },
    ...numbers.map(({ type, number }) => ({
      term: termOf(type),
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
const termOf = (type: string): string => terms.get(type) ?? titleCase(type);

/** Everything of an account, one fact a line, for a letter or a chat. */
export function asLetter(payee: PayeeDetail): string {
  const lines = factsOf(payee).map(({ term, shown }) => `${term}: ${shown}`);
  return [...lines, `Currency: ${payee.forCurrency}`].join('\n');
}

/** Who keeps the account: `Modulr`, or the bank it stands at. */
export function keeperOf({ isVirtualAccount, vaProviderType }: PayeeDetail): string {
  if (!isVirtualAccount) return 'Bank account';
  return vaProviderType === null || vaProviderType === 'NONE' ? 'Virtual account' : providerOf(vaProviderType);
}

const providerOf = (type: string): string => (type === 'ISX' ? 'ISX' : titleCase(type));

/** The account's number in one line: `60-16-13 3192 6819`, or the IBAN. */
export function numberOf({ accountIdentification1, accountIdentification2 }: PayeeDetail): string {
  const both = [accountIdentification2, accountIdentification1].filter((each) => each !== null);
  return both.map(({ type, number }) => formatAccount(type, number)).join(' ');
}

function addressOf({ payeeAddress: address }: PayeeDetail): string {
  if (address === null) return '';
  const street = [address.buildingNumber, address.streetName].filter(Boolean).join(' ');
  const { department, subDepartment, postCode, townName, country } = address;
  return [department, subDepartment, street, townName, postCode, country].filter(Boolean).join(', ');
}
