import { defaultMailKinds } from '@volume/contract/notifications/labels.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/**
 * Switches on the mails that users get by default. Called once per user, when they accept their invitation: from then on
 * a missing row means that the user switched it off.
 */
export async function chooseDefaultMails(
  { query }: Queries,
  { merchantId, userAccountId, at }: { merchantId: string; userAccountId: string; at: Date },
): Promise<void> {
  await query(
    sql`INSERT INTO notice_mails (merchant_id, user_account_id, kind, mailed_to)
      SELECT ${merchantId}::uuid, ${userAccountId}::uuid, kind, ${at}::timestamptz
      FROM unnest(${[...defaultMailKinds]}::text[]) AS kind ON CONFLICT DO NOTHING`,
  );
}
