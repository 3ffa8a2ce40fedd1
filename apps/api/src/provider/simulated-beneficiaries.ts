import type { ProviderBeneficiary } from '#core/account-providers.ts';

const people = [
  'Current account',
  'Savings account',
  'Tax reserve',
  'Payroll',
  'Old supplier',
  'New supplier',
] as const;

/** A customer's beneficiaries, made from the customer's id alone; most are Active, one waits and one is switched off. */
export function listSimulatedBeneficiaries(customerId: string): ProviderBeneficiary[] {
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

/** FNV-1a, 31 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 1;
}
