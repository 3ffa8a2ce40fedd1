import { toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { enqueueMail } from '#http/mail/send-mail.ts';
import type { Services } from '#http/services.ts';
import { byItself, recordActivity } from '#http/writes/record-activity.ts';

/** Why a slot stays empty, as a sentence, and whether it stays so until somebody of the merchant does something. */
export type Miss = { reason: string; needsSomebody: boolean };
type Slot = { merchantId: string; scheduleId: string; at: Date };

/** Records a slot that stays empty in the merchant's activity, in the transaction that moves the schedule on. */
export function recordMiss(services: Services, queries: Queries, slot: Slot, { reason }: Miss): Promise<void> {
  const { merchantId, scheduleId } = slot;
  const detail = `Slot of ${timeOf(slot)}. ${reason}`;
  const deed = byItself(services, 'Payout schedule');
  return recordActivity(queries, deed, { merchantId, action: 'PAYOUT_SLOT_MISSED', subject: scheduleId, detail });
}

/** Mails the merchant's administrators that a scheduled payout was not made, in the same transaction. */
export async function mailMiss(services: Services, queries: Queries, slot: Slot, { reason }: Miss): Promise<void> {
  const administrators = await queries.query<{ email: string; name: string | null }>(
    `SELECT email, name FROM accounts
     WHERE merchant_id = $1 AND admin_id IS NULL AND is_enabled AND 'MERCHANT_ADMIN' = ANY(roles) ORDER BY user_account_id`,
    [slot.merchantId],
  );
  for (const { email, name } of administrators) {
    const text = [
      name === null ? 'Hello,' : `Hello ${name},`,
      `the scheduled payout of ${timeOf(slot)} was not made. ${reason}`,
      'No money has moved. The schedule goes on with its next slot; what is missing can be set up in the Volume Merchant Portal.',
    ].join('\n\n');
    await enqueueMail(queries, services, { to: email, subject: 'A scheduled payout was not made', text });
  }
}

const timeOf = ({ at }: Slot): string => `${toWireTime(at).replace('T', ' ').slice(0, 16)} UTC`;
