import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import { Currency } from '@volume/contract/money/money.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { bankStates, countryCodes } from './bank-labels.ts';
import { Institution } from './institutions.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** An institution as platform administrators see it (contract §8, Banks). */
export const Bank = z.extend(Institution, {
  /** Shown when there is no logo; null for the letters of the name. */
  letters: z.nullable(z.string()),
  state: z.enum(bankStates),
  /** Payments of the last 24 hours that were paid and that failed; those in progress are not counted. */
  paid24Hours: z.int(),
  failed24Hours: z.int(),
  /** Email address of the administrator who switched it off; null while it is on. Also the two after it. */
  switchedOffBy: z.nullable(z.string()),
  switchedOffByName: PersonName,
  switchedOffAtUtc: z.nullable(UtcTime),
  switchedOffReason: z.nullable(z.string()),
  version: SettingsVersion,
});
export type Bank = z.output<typeof Bank>;

export const BankPage = z.extend(pageOf(Bank), {
  /** The number of banks that payers are offered, and of all banks, regardless of the filters. */
  offered: z.int(),
  known: z.int(),
});
export type BankPage = z.output<typeof BankPage>;

export const BankName = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(60));

export const BankFullName = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(140));
export const BankLetters = z.string().check(z.regex(/^[\p{L}\p{N}]{1,2}$/u, 'must be one or two letters or digits'));

const details = {
  name: BankName,
  /** The legal name; null for the name itself. */
  fullName: z.nullable(BankFullName),
  letters: z.nullable(BankLetters),
  countries: z.array(z.enum(countryCodes)).check(z.minLength(1, 'must name a country')),
  currencies: z.array(Currency).check(z.minLength(1, 'must name a currency')),
};

export const BankDetails = z.strictObject(details);
export type BankDetails = z.output<typeof BankDetails>;

export const InstitutionId = z
  .string()
  .check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, with hyphens between them'),
    z.maxLength(64),
  );

export const NewBank = z.strictObject({
  ...details,
  /** Names the bank in calls and in merchants’ choices, for good; null to make it of the name. */
  institutionId: z.nullable(InstitutionId),
});
export type NewBank = z.output<typeof NewBank>;

const mayAct = { kind: 'admin', effect: 'write' } as const;
const BankParams = z.object({ institutionId: z.string().check(z.minLength(1), z.maxLength(64)) });

export const listBanks = endpoint({
  name: 'listBanks',
  summary: 'Banks, by name: whether payers are offered them, and how their payments of the last 24 hours ended',
  origin: 'ours',
  method: 'GET',
  path: 'banks',
  access: { kind: 'admin', effect: 'read' },
  query: z.object({
    /** Every word has to be a part of the name, the full name or the id. */
    search: z.optional(SearchTerm),
    state: z.optional(listOf(bankStates)),
    country: z.optional(listOf(countryCodes)),
    page: PageNumber,
    size: PageSize,
  }),
  response: BankPage,
});

export const addBank = endpoint({
  name: 'addBank',
  summary: 'Add a bank; payers are offered it immediately',
  origin: 'ours',
  method: 'POST',
  path: 'banks',
  access: mayAct,
  stepUp: 'always',
  body: NewBank,
  status: 201,
  response: Bank,
});

export const changeBank = endpoint({
  name: 'changeBank',
  summary: 'Change a bank’s names, letters, countries and currencies',
  origin: 'ours',
  method: 'PUT',
  path: 'banks/{institutionId}',
  access: mayAct,
  stepUp: 'always',
  comparesVersions: true,
  params: BankParams,
  body: BankDetails,
  response: Bank,
});

export const switchBankOff = endpoint({
  name: 'switchBankOff',
  summary: 'Hide a bank on every pay page; payments already sent to it continue',
  origin: 'ours',
  method: 'PUT',
  path: 'banks/{institutionId}/switch-off',
  access: mayAct,
  stepUp: 'always',
  params: BankParams,
  body: z.strictObject({ reason: z.optional(z.nullable(plainText(200))) }),
  status: 204,
});

export const switchBankOn = endpoint({
  name: 'switchBankOn',
  summary: 'Offer a bank again that was switched off',
  origin: 'ours',
  method: 'PUT',
  path: 'banks/{institutionId}/switch-on',
  access: mayAct,
  stepUp: 'always',
  params: BankParams,
  status: 204,
});

export const bankEndpoints = { listBanks, addBank, changeBank, switchBankOff, switchBankOn };
