import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id, MerchantParams } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Amount, AmountInput, Currency } from '@volume/contract/money/money.ts';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { applicationRequestEndpoints } from './application-requests.ts';
import { merchantNoteEndpoints } from './merchant-notes.ts';
import { CompanyName } from './names.ts';
import { NewAccount, NewApplication } from './new-merchant.ts';
import { merchantStoppingEndpoints } from './stopping.ts';

/** A UTC day. */
const Day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21'),
  z.refine((text: string) => isDay(text), 'is not a day'),
);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** How far ahead a change of the limits can be planned. */
export const mostDaysAhead = 366;

/** Maximum for each payment, link, payout, refund, fixed schedule and quote; null uses the platform's. */
const LargestAmount = z.nullable(Amount);

export const MerchantLimits = z.object({
  /** The limit that is valid now. */
  largestAmount: LargestAmount,
  /** The limit of every merchant, which also applies. */
  platformLargestAmount: Amount,
  /** The change that takes effect at the beginning of a later UTC day; null when none is planned. */
  planned: z.nullable(z.object({ largestAmount: LargestAmount, fromDay: z.string() })),
  /** Sent back as `If-Match` (contract §11). */
  version: z.string(),
});
export type MerchantLimits = z.output<typeof MerchantLimits>;

export const MerchantCompany = z.object({
  companyName: z.string(),
  /** The company's contact address; we send nothing to it. */
  email: z.nullable(z.string()),
  /** Sent back as `If-Match` (contract §11). */
  version: z.string(),
});
export type MerchantCompany = z.output<typeof MerchantCompany>;

const line = z.nullable(z.string());

/** A pay-in account that its provider has not opened; the account is sent again to retry. */
export const UnopenedAccount = z.object({
  applicationId: z.string(),
  account: z.object({
    currency: Currency,
    virtualAt: z.nullable(z.enum(['MODULR', 'OPTIMUS', 'ISX'])),
    bankAccount: z.object({
      accountHolderName: z.string(),
      sortCode: line,
      accountNumber: line,
      iban: line,
      acceptsName: z.boolean(),
    }),
    address: z.nullable(
      z.object({ streetName: line, buildingNumber: line, postCode: line, townName: line, country: line }),
    ),
  }),
  /** Why it is not open. */
  reason: z.string(),
  triedAtUtc: UtcTime,
});
export type UnopenedAccount = z.output<typeof UnopenedAccount>;

/** The settings of a merchant that platform administrators change. */
export const MerchantSettings = z.object({
  merchantId: z.string(),
  company: MerchantCompany,
  limits: MerchantLimits,
  unopenedAccounts: z.array(UnopenedAccount),
});
export type MerchantSettings = z.output<typeof MerchantSettings>;

/** The result of opening an account; `reason` is null when it is open. */
const TriedAccount = z.object({ currency: Currency, reason: z.nullable(z.string()) });
export type TriedAccount = z.output<typeof TriedAccount>;

const path = 'platform/merchants/{merchantId}';
const mayChange = { kind: 'admin', effect: 'write' } as const;

export const getMerchantSettings = endpoint({
  name: 'getMerchantSettings',
  summary: 'What administrators of the platform set for a merchant: company, limits, accounts that are not open',
  origin: 'ours',
  method: 'GET',
  path: `${path}/settings`,
  access: { kind: 'admin', effect: 'read' },
  params: MerchantParams,
  response: MerchantSettings,
});

export const changeMerchantCompany = endpoint({
  name: 'changeMerchantCompany',
  summary: 'Change the name and contact address of a merchant',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/company`,
  access: mayChange,
  stepUp: 'always',
  comparesVersions: true,
  params: MerchantParams,
  body: z.strictObject({ companyName: CompanyName, email: z.nullable(EmailAddress) }),
  response: MerchantCompany,
});

export const changeMerchantLimits = endpoint({
  name: 'changeMerchantLimits',
  summary: 'Change the limits of a merchant: today immediately, or from the beginning of a later UTC day',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/limits`,
  access: mayChange,
  stepUp: 'always',
  comparesVersions: true,
  params: MerchantParams,
  body: z.strictObject({ largestAmount: z.nullable(AmountInput), fromDay: Day }),
  response: MerchantLimits,
});

export const withdrawMerchantLimits = endpoint({
  name: 'withdrawMerchantLimits',
  summary: 'Withdraw the planned change of a merchant’s limits before its day',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/limits/planned`,
  access: mayChange,
  stepUp: 'always',
  comparesVersions: true,
  params: MerchantParams,
  response: MerchantLimits,
});

/** The application exists even when a provider refuses one of its accounts, which can be tried again. */
export const addMerchantApplication = endpoint({
  name: 'addMerchantApplication',
  summary: 'Add an application with its accounts to a merchant, also to approve the request for it',
  origin: 'ours',
  method: 'POST',
  path: `${path}/applications`,
  access: mayChange,
  stepUp: 'always',
  status: 201,
  params: MerchantParams,
  body: z.extend(NewApplication, {
    /** The request of the merchant that this approves. */
    requestId: z.optional(z.nullable(Id)),
  }),
  response: z.object({ applicationId: z.string(), accounts: z.array(TriedAccount) }),
});

export const addMerchantAccount = endpoint({
  name: 'addMerchantAccount',
  summary: 'Add a pay-in account to an application, or try again to open one that its provider has not opened',
  origin: 'ours',
  method: 'POST',
  path: `${path}/applications/{applicationId}/accounts`,
  access: mayChange,
  stepUp: 'always',
  params: ApplicationParams,
  body: NewAccount,
  response: TriedAccount,
});

/** The calls about a merchant after it was created. */
export const merchantSettingsEndpoints = {
  ...merchantStoppingEndpoints,
  getMerchantSettings,
  changeMerchantCompany,
  changeMerchantLimits,
  withdrawMerchantLimits,
  addMerchantApplication,
  addMerchantAccount,
  ...applicationRequestEndpoints,
  ...merchantNoteEndpoints,
};
