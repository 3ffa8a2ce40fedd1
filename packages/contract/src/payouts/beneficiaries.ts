import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { visible } from '@volume/contract/text/invisible-marks.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** §3 Beneficiary (from a virtual account provider). */
export const Beneficiary = z.object({
  optimusBeneficiaryId: z.string(),
  optimusExternalCustomerId: z.string(),
  firstNames: z.string(),
  accountType: z.enum(['SCAN', 'IBAN']),
  accountNumber: z.nullable(z.string()),
  sortCode: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  status: z.nullable(z.string()),
});
export type Beneficiary = z.output<typeof Beneficiary>;

export const listOptimusBeneficiaries = endpoint({
  name: 'listOptimusBeneficiaries',
  summary: 'Destinations for payouts that a customer has at OPTIMUS',
  origin: 'specification',
  method: 'GET',
  path: 'providers/optimus/customers/{customerId}/beneficiaries',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' },
  params: z.object({ customerId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.array(Beneficiary),
  shapeFailure: 'Failed to fetch optimus beneficiaries',
});

/** Hours during which a payout to a new beneficiary needs a step-up (contract §8). */
export const coolingHours = 24;

/** Results of the bank's check of the name against the account number. */
const nameChecks = ['MATCHES', 'CLOSE', 'DIFFERS', 'NOT_CHECKED'] as const;
export type NameCheck = (typeof nameChecks)[number];

/** An account that an application can pay out to, at any provider (contract §8). */
const PayoutBeneficiary = z.object({
  /** The provider's id. */
  beneficiaryId: z.string(),
  accountHolderName: z.string(),
  accountType: z.enum(['SCAN', 'IBAN']),
  /** All three are null when only the provider knows the number. */
  accountNumber: z.nullable(z.string()),
  sortCode: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  /** `Active`, `Pending` or `Disabled`; payouts are only possible to `Active`. */
  status: z.string(),
  nameCheck: z.enum(nameChecks),
  /** The name the bank returned; null when it returned none. */
  nameAtBank: z.nullable(z.string()),
  /** The application's accounts that can pay this beneficiary, and those that pay it by default. */
  payInAccountIds: z.array(z.number()),
  defaultForPayInAccountIds: z.array(z.number()),
  addedAtUtc: z.nullable(UtcTime),
  addedBy: z.nullable(z.string()),
  addedByName: PersonName,
  /** A payout before this time needs a step-up; null when the beneficiary is not in its cooling period. */
  coolingUntilUtc: z.nullable(UtcTime),
});
export type PayoutBeneficiary = z.output<typeof PayoutBeneficiary>;

const digits = (count: number, error: string) =>
  z.string().check(
    visible(),
    z.overwrite((text) => text.replace(/[\s-]/g, '')),
    z.regex(new RegExp(`^\\d{${count}}$`), error),
  );
/** Accepts `00-99-55` and `1234 5678`; only digits inside. */
export const SortCode = digits(6, 'must have 6 digits');
export const AccountNumber = digits(8, 'must have 8 digits');
/** ISO 13616, including the check digits; without spaces inside. */
export const Iban = z.string().check(
  visible(),
  z.overwrite((text) => text.replace(/\s/g, '').toUpperCase()),
  z.refine(isIban, 'must be an IBAN: check its letters and digits'),
);

/** Checks the format and the check digits modulo 97 (ISO 13616, ISO 7064) of a text without spaces. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const number = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(number) % 97n === 1n;
}

/** The account holder: one line of at most 70 characters. */
export const BeneficiaryName = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(70));

/** A bank account as users enter it: GBP by sort code and account number, or either currency by IBAN. */
export const bankAccountFields = {
  accountHolderName: BeneficiaryName,
  sortCode: z.prefault(z.nullable(SortCode), null),
  accountNumber: z.prefault(z.nullable(AccountNumber), null),
  iban: z.prefault(z.nullable(Iban), null),
  /** True when the name is allowed to differ from the one the bank has. */
  acceptsName: z.prefault(z.boolean(), false),
} as const;

interface GivenNumbers {
  sortCode: string | null;
  accountNumber: string | null;
  iban: string | null;
}

/** The account must be given in exactly one of the two ways, and completely. */
export const namesOneAccount = [
  z.refine<GivenNumbers>(({ sortCode, iban }) => (sortCode === null) !== (iban === null), {
    path: ['sortCode'],
    error: 'must be given with a number, or an IBAN in their place',
  }),
  z.refine<GivenNumbers>(({ sortCode, accountNumber }) => (sortCode === null) === (accountNumber === null), {
    path: ['accountNumber'],
    error: 'must be given with a sort code, and with it alone',
  }),
] as const;

const NewBeneficiary = z
  .strictObject({
    /** The account that will pay the beneficiary. */
    payInAccountId: z.int(),
    ...bankAccountFields,
  })
  .check(...namesOneAccount);
export type NewBeneficiary = z.output<typeof NewBeneficiary>;

const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;
const path = 'merchants/{merchantId}/applications/{applicationId}/beneficiaries';
const BeneficiaryParams = z.object({
  merchantId: Id,
  applicationId: Id,
  beneficiaryId: z.string().check(z.minLength(1), z.maxLength(64)),
});

export const listBeneficiaries = endpoint({
  name: 'listBeneficiaries',
  summary: 'The accounts an application can pay out to, in every status',
  origin: 'ours',
  method: 'GET',
  path,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: z.array(PayoutBeneficiary),
});

export const addBeneficiary = endpoint({
  name: 'addBeneficiary',
  summary: 'Add an account to pay out to, its name checked at its bank',
  origin: 'ours',
  method: 'POST',
  path,
  status: 201,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  params: ApplicationParams,
  body: NewBeneficiary,
  response: PayoutBeneficiary,
});

export const disableBeneficiary = endpoint({
  name: 'disableBeneficiary',
  summary: 'Disable a beneficiary: nothing is paid out to it any longer',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{beneficiaryId}/disable`,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  params: BeneficiaryParams,
  response: PayoutBeneficiary,
});

export const setDefaultBeneficiary = endpoint({
  name: 'setDefaultBeneficiary',
  summary: 'Make a beneficiary the one an account pays out to when no other is named',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{beneficiaryId}/default`,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  params: BeneficiaryParams,
  body: z.strictObject({ payInAccountId: z.int() }),
  response: PayoutBeneficiary,
});

export const beneficiaryEndpoints = {
  listOptimusBeneficiaries,
  listBeneficiaries,
  addBeneficiary,
  disableBeneficiary,
  setDefaultBeneficiary,
};
