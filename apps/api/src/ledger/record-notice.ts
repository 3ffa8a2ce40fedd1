import type { NoticeKind } from '@volume/contract/notifications/labels.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Kind of the job that mails a notice to the users who chose mails. */
export const noticeMailKind = 'NOTICE_MAIL';
/** Milliseconds from a notice to its mail, so that notices of the same minute share one mail. */
export const mailDelay = 60_000;

interface NewNotice {
  merchantId: string;
  applicationId: string;
  kind: NoticeKind;
  /** Id of the payment or payout; null for a notice about many. */
  objectId: string | null;
  amount?: number;
  currency?: Currency;
  /** Deduplication key within the kind: a second notice with the same key only raises the count. */
  key: string;
}

/**
 * Records a notice for the merchant's users, in the transaction of the change itself. Call it last: the notice's row is
 * locked until commit. Enqueues the mail when a user chose one.
 */
export async function recordNotice(
  { query, announce }: Queries,
  { at, newId }: WriteContext,
  { merchantId, applicationId, kind, objectId, amount, currency, key }: NewNotice,
): Promise<void> {
  const noticeId = newId();
  const [row] = await query<{ count: number }>(
    sql`INSERT INTO notices AS n (merchant_id, notice_id, application_id, kind, object_id, amount, currency, notice_key,
        created_at)
      VALUES (${merchantId}, ${noticeId}, ${applicationId}, ${kind}, ${objectId}, ${amount ?? null},
        ${currency ?? null}::currency, ${`${kind} ${key}`}, ${at})
      ON CONFLICT (merchant_id, notice_key) DO UPDATE SET count = n.count + 1 RETURNING n.count`,
  );
  announce?.({ kind: 'notices', merchantId });
  if (row?.count !== 1) return;
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
      SELECT ${newId()}, ${noticeMailKind}, ${merchantId}, ${noticeId}, ${JSON.stringify({ kind })}::jsonb,
        ${new Date(at.getTime() + mailDelay)}
      WHERE EXISTS (SELECT 1 FROM notice_mails WHERE merchant_id = ${merchantId} AND kind = ${kind})`,
  );
}
