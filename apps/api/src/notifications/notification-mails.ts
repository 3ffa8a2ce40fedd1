import {
  getNotificationMails as getEndpoint,
  canBeNotified,
  setNotificationMail as setEndpoint,
} from '@volume/contract/notifications/notifications.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { startOfDay } from './digest.ts';

/** The kinds of notifications that the caller is mailed. */
export const getNotificationMails = handle(getEndpoint, async ({ params, caller, services }) => ({
  kinds: await readKinds(services.database, params.merchantId, caller.userAccountId),
}));

async function readKinds({ query }: Queries, merchantId: string, userAccountId: string): Promise<string[]> {
  const rows = await query<{ kind: string }>(
    sql`SELECT kind FROM notice_mails WHERE merchant_id = ${merchantId} AND user_account_id = ${userAccountId}
      ORDER BY kind`,
  );
  return rows.map(({ kind }) => kind);
}

/**
 * Subscribes the caller to mails of one kind from now on, or unsubscribes. 403 for a kind they cannot see, 409 for a
 * platform administrator.
 */
export const setNotificationMail = handle(setEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { merchantId, kind } = params;
  if (caller.kind !== 'merchant')
    throw new Problem(409, 'Notifications are only emailed to users of the merchant.', { code: 'MERCHANT_USERS_ONLY' });
  if (body.isWanted && !canBeNotified(kind, caller.authorities)) {
    throw new Problem(403, 'Your role does not let you see this. Nothing was changed.');
  }
  return services.database.transaction(async (queries) => {
    if (await changeWish(queries, call)) {
      const detail = `${kind}: ${body.isWanted ? 'on' : 'off'}`;
      await recordActivity(queries, call, { merchantId, action: 'NOTICE_MAIL_SET', subject: caller.email, detail });
    }
    return { kinds: await readKinds(queries, merchantId, caller.userAccountId) };
  });
});

/** True when this changed anything. */
async function changeWish({ query }: Queries, { params, body, caller, services }: Call<typeof setEndpoint>) {
  const { merchantId, kind } = params;
  const now = services.clock.now();
  const mailedTo = kind === 'DAILY_DIGEST' ? startOfDay(now) : now;
  const changed = body.isWanted
    ? await query(
        sql`INSERT INTO notice_mails (merchant_id, user_account_id, kind, mailed_to)
          VALUES (${merchantId}, ${caller.userAccountId}, ${kind}, ${mailedTo}) ON CONFLICT DO NOTHING RETURNING 1`,
      )
    : await query(
        sql`DELETE FROM notice_mails WHERE merchant_id = ${merchantId} AND user_account_id = ${caller.userAccountId}
          AND kind = ${kind} RETURNING 1`,
      );
  return changed.length > 0;
}
