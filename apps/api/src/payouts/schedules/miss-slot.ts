import { toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { mailToAdministrators } from '#core/mail/mail-administrators.ts';
import type { Services } from '#core/services.ts';
import { byItself, recordActivity } from '#core/activity/record-activity.ts';

/** Why a slot stays empty, as a sentence, and whether it stays so until somebody of the merchant does something. */
export type Miss = { reason: string; needsSomebody: boolean };
type Slot = { merchantId: string; scheduleId: string; at: Date };

/** Records a slot that stays empty in the merchant's activity, in the transaction that moves the schedule on. */
export function recordMiss(services: Services, queries: Queries, slot: Slot, { reason }: Miss): Promise<void> {
  const { merchantId, scheduleId } = slot;
  const detail = `Slot of ${timeOf(slot)}. ${reason}`;
  const call = byItself(services, 'Payout schedule');
  return recordActivity(queries, call, { merchantId, action: 'PAYOUT_SLOT_MISSED', subject: scheduleId, detail });
}

/** Mails the merchant's administrators that a scheduled payout was not made, in the same transaction. */
export function mailMiss(services: Services, queries: Queries, slot: Slot, { reason }: Miss): Promise<void> {
  return mailToAdministrators(queries, services, {
    merchantId: slot.merchantId,
    subject: 'A scheduled payout was not made',
    paragraphs: [
      `The scheduled payout of ${timeOf(slot)} was not made. ${reason}`,
      'No money has moved. The schedule will run again at its next time. You can fix the problem in the Volume Merchant Portal.',
    ],
  });
}

const timeOf = ({ at }: Slot): string => `${toWireTime(at).replace('T', ' ').slice(0, 16)} UTC`;
