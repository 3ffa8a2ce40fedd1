import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { parseUtc, UtcTime } from '@volume/contract/lists/period.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** A flat fee on each pay-in: `0.45` is 0.45 %. */
export const FeePercentage = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((fee: number) => Number(fee.toFixed(3)) === fee, 'must have at most three decimals'),
);

/** A day in UTC, from its midnight on: `2026-12-01`. */
export const UtcDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-12-01'),
  z.refine((day: string) => !Number.isNaN(parseUtc(`${day}T00:00`)), 'is not a date'),
);

const details = {
  percentage: z.number(),
  /** Email address of the administrator; null for the fee with which the merchant was created. Also the next two. */
  setBy: z.nullable(z.string()),
  setByName: PersonName,
  setAtUtc: z.nullable(UtcTime),
  reason: z.nullable(z.string()),
};

const FeeChange = z.object({ ...details, validFrom: UtcDay });
export type FeeChange = z.output<typeof FeeChange>;

/** The fee of a merchant: now, planned and in the past (contract §8, Fees). Days are UTC days. */
export const MerchantFee = z.object({
  merchantId: z.string(),
  /** Valid today. */
  percentage: z.number(),
  today: UtcDay,
  planned: z.nullable(FeeChange),
  /** Newest first, beginning with the fee that is valid today; `validFrom` is null for the first fee. */
  history: z.array(z.object({ ...details, validFrom: z.nullable(UtcDay) })),
  version: SettingsVersion,
});
export type MerchantFee = z.output<typeof MerchantFee>;

/** How far ahead a change can be planned. */
export const mostFeeDaysAhead = 366;

export const FeeReason = plainText(500);
const mayChange = { kind: 'admin', effect: 'write' } as const;

export const getMerchantFee = endpoint({
  name: 'getMerchantFee',
  summary: 'The fee of a merchant: today’s, a planned change and the earlier ones',
  origin: 'ours',
  method: 'GET',
  path: 'platform/merchants/{merchantId}/fee',
  access: { kind: 'admin', effect: 'read' },
  params: MerchantParams,
  response: MerchantFee,
});

export const changeMerchantFee = endpoint({
  name: 'changeMerchantFee',
  summary: 'Change the fee of a merchant from a day on; it replaces a planned change',
  origin: 'ours',
  method: 'PUT',
  path: 'platform/merchants/{merchantId}/fee',
  access: mayChange,
  stepUp: 'always',
  comparesVersions: true,
  params: MerchantParams,
  body: z.strictObject({
    percentage: FeePercentage,
    /** Today or later, at most a year ahead. */
    validFrom: UtcDay,
    /** Administrators of the platform see it; the merchant does not. */
    reason: z.optional(z.nullable(FeeReason)),
  }),
  response: MerchantFee,
});

export const withdrawFeeChange = endpoint({
  name: 'withdrawFeeChange',
  summary: 'Withdraw the planned change of a merchant’s fee before its day',
  origin: 'ours',
  method: 'DELETE',
  path: 'platform/merchants/{merchantId}/fee/planned',
  access: mayChange,
  stepUp: 'always',
  comparesVersions: true,
  params: MerchantParams,
  response: MerchantFee,
});

export const merchantFeeEndpoints = { getMerchantFee, changeMerchantFee, withdrawFeeChange };
