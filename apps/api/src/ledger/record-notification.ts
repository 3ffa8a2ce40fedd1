import type { NotificationKind } from '@volume/contract/notifications/labels.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Kind of the job that mails a notification to the users who chose mails. */
export const notificationMailKind = 'NOTICE_MAIL';
/** Milliseconds from a notification to its mail, so that notifications of the same minute share one mail. */
export const mailDelay = 60_000;

interface NewNotification {
  merchantId: string;
  applicationId: string;
  kind: NotificationKind;
  /** Id of the payment or payout; null for a notification about many. */
  objectId: string | null;
  amount?: number;
  currency?: Currency;
  /** Deduplication key within the kind: a second notification with the same key only raises the count. */
  key: string;
}

/**
 * Records a notification for the merchant's users, in the transaction of the change itself. Call it last: the notification's row is
 * locked until commit. Enqueues the mail when a user chose one.
 */
export async function recordNotification(
  { query, announce, wakeWorkers }: Queries,
  { at, newId }: WriteContext,
  { merchantId, applicationId, kind, objectId, amount, currency, key }: NewNotification,
): Promise<void> {
  const notificationId = newId();
  const [row] = await query<{ count: number }>(
    sql`INSERT INTO notices AS n (merchant_id, notice_id, application_id, kind, object_id, amount, currency, notice_key,
        created_at)
      VALUES (${merchantId}, ${notificationId}, ${applicationId}, ${kind}, ${objectId}, ${amount ?? null},
        ${currency ?? null}::currency, ${`${kind} ${key}`}, ${at})
      ON CONFLICT (merchant_id, notice_key) DO UPDATE SET count = n.count + 1 RETURNING n.count`,
  );
  announce?.({ kind: 'notices', merchantId });
  if (row?.count !== 1) return;
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
      SELECT ${newId()}, ${notificationMailKind}, ${merchantId}, ${notificationId}, ${JSON.stringify({ kind })}::jsonb,
        ${new Date(at.getTime() + mailDelay)}
      WHERE EXISTS (SELECT 1 FROM notice_mails WHERE merchant_id = ${merchantId} AND kind = ${kind})`,
  );
  wakeWorkers?.();
}
