import type {
  AccountOrder,
  BankAccount,
  CheckedName,
  OpenedAccount,
  ProviderBeneficiary,
  ProviderName,
} from '#providers/port.ts';

const people = [
  'Current account',
  'Savings account',
  'Tax reserve',
  'Payroll',
  'Old supplier',
  'New supplier',
] as const;

/** Beneficiaries derived from the customer's id: most are Active, one is pending and one disabled. */
export function listBeneficiaries(customerId: string): ProviderBeneficiary[] {
  const seed = hash(customerId);
  return people.map((name, index) => {
    const number = String(10_000_000 + ((seed + index * 7_919_113) % 89_999_999));
    const isIban = index % 3 === 2;
    return {
      beneficiaryId: `B${100_000 + ((seed + index * 104_729) % 900_000)}`,
      customerId,
      name,
      accountType: isIban ? 'IBAN' : 'SCAN',
      accountNumber: isIban ? null : number,
      sortCode: isIban ? null : '00-99-55',
      iban: isIban ? `IE29AIBK931152${number}` : null,
      status: index === 4 ? 'Disabled' : index === 5 ? 'Pending' : 'Active',
    };
  });
}

const numberOf = ({ accountNumber, iban }: BankAccount): string => iban ?? accountNumber ?? '';
/** The number of no real account, so that only users who try out a refusal get one. */
const refusedNumber = /0{7}4$/;

/** The last two digits of the number select the bank's answer, so that users can try them out. */
export function checkName(account: BankAccount): CheckedName {
  const ending = numberOf(account).slice(-2);
  if (ending === '01') return { nameCheck: 'CLOSE', nameAtBank: `${account.name} Ltd` };
  if (ending === '02') return { nameCheck: 'DIFFERS', nameAtBank: null };
  return { nameCheck: ending === '03' ? 'NOT_CHECKED' : 'MATCHES', nameAtBank: null };
}

/** Derives the id from the account, so that the same account of a customer always has the same one. */
export function addBeneficiary(provider: ProviderName, customerId: string, account: BankAccount): string {
  if (refusedNumber.test(numberOf(account))) throw new Error(`${provider} does not accept this bank account.`);
  const numbers = `${customerId}:${account.sortCode}:${account.accountNumber}:${account.iban}`;
  return `B${1_000_000 + (hash(numbers) % 9_000_000)}`;
}

/** Numbers that no bank uses. The same merchant has a different customer id at each provider. */
export function openAccount(provider: ProviderName, { reference, merchantId, currency }: AccountOrder): OpenedAccount {
  const six = (text: string) => 100_000 + (hash(text) % 900_000);
  const ids = { customerId: `C${six(`${provider}:${merchantId}`)}`, accountId: `A${six(reference)}` };
  const number = String(10_000_000 + (hash(`number:${reference}`) % 90_000_000));
  if (currency === 'GBP') return { ...ids, sortCode: '00-99-57', accountNumber: number, iban: null };
  const inner = `MODR990099${number}`;
  // ISO 7064: the letters of inner and IE as two digits each, with 00 for the check digits.
  const digits = `${inner}IE00`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
  return { ...ids, sortCode: null, accountNumber: null, iban: `IE${check}${inner}` };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 1;
}
