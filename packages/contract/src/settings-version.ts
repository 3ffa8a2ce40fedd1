import type { Brand } from './brand.ts';
import type { Application } from './merchants.ts';
import type { PayoutSchedule } from './payout-schedules.ts';
import type { KeySettings } from './secrets.ts';
import type { MerchantAccount } from './merchant-account.ts';
import { addressFields } from './webhook-words.ts';

/**
 * The version of what a settings form shows, sent as `If-Match` when it is saved (contract §11). It is made of the value itself, so that the
 * specified reads need say nothing new; both sides make it of the same fields.
 */
export const addressesVersion = (application: Pick<Application, (typeof addressFields)[number]>): string =>
  versionOf(addressFields.map((field) => application[field]));

export const institutionsVersion = ({ institutions }: Pick<Application, 'institutions'>): string =>
  versionOf(institutions.toSorted());

export const brandVersion = ({ name, colour, mark }: Brand): string => versionOf([name, colour, mark]);

export const keyVersion = ({
  allowedAddresses,
  moneyLimit,
}: Pick<KeySettings, 'allowedAddresses' | 'moneyLimit'>): string => versionOf([allowedAddresses, moneyLimit]);

/** Of the threshold below which an account's balance is low, in minor units. */
export const lowBalanceVersion = (threshold: number | null): string => versionOf(threshold);

/** Of the schedule an account has, or of none. */
export const scheduleVersion = (schedule: Omit<PayoutSchedule, 'scheduleId' | 'nextRunAtUtc'> | undefined): string =>
  versionOf(
    schedule === undefined
      ? null
      : [
          schedule.enabled,
          [schedule.frequency, schedule.dayOfWeek, schedule.dayOfMonth, schedule.timeUtc],
          [schedule.amountType, schedule.amount, schedule.minimumBalance],
        ],
  );

export const userVersion = ({ roles, name, phone }: Pick<MerchantAccount, 'roles' | 'name' | 'phone'>): string =>
  versionOf([roles.toSorted(), name, phone]);

/** FNV-1a, 64 bits: tells values apart, proves nothing. */
function versionOf(value: unknown): string {
  let hash = 0xcbf29ce484222325n;
  for (const letter of JSON.stringify(value)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return `"${hash.toString(16).padStart(16, '0')}"`;
}
