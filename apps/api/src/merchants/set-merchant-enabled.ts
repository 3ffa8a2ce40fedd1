import { byItself, recordActivity } from '#core/activity/record-activity.ts';
import { revokeAccess } from '#core/accounts.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random'>;

interface Wanted {
  /** Its id or its company name. */
  merchant: string;
  enabled: boolean;
  /** Recorded in the activity. */
  by: string;
}

interface MerchantRow {
  merchantId: string;
  companyName: string;
  enabled: boolean;
}

/**
 * Disables a merchant or enables it again. Its users are signed out and can no longer sign in, its keys are rejected,
 * its links accept no payment and its schedules pay nothing out, because each of these reads `is_enabled`. Enabling
 * restores no session and no link from a mail. Throws a message for an unknown merchant; `hasChanged` is false when
 * nothing changed.
 */
export async function setMerchantEnabled(
  services: Given,
  { merchant, enabled, by }: Wanted,
): Promise<MerchantRow & { hasChanged: boolean }> {
  return services.database.transaction(async (queries) => {
    const found = await lockMerchant(queries, merchant);
    if (found.enabled === enabled) return { ...found, hasChanged: false };
    const { merchantId } = found;
    await queries.query(sql`UPDATE merchants SET is_enabled = ${enabled} WHERE merchant_id = ${merchantId}`);
    const users = await queries.query<{ id: string }>(
      sql`SELECT user_account_id AS id FROM accounts WHERE merchant_id = ${merchantId} ORDER BY user_account_id`,
    );
    // Also when enabling: a sign-in that was in progress while the merchant was disabled can have opened a session.
    for (const { id } of users) await revokeAccess(queries, { userAccountId: id, at: services.clock.now() });
    const action = enabled ? 'MERCHANT_ENABLED' : 'MERCHANT_DISABLED';
    await recordActivity(queries, byItself(services, by), { merchantId, action, subject: merchantId });
    return { ...found, enabled, hasChanged: true };
  });
}

async function lockMerchant({ query }: Queries, merchant: string): Promise<MerchantRow> {
  const found = await query<MerchantRow>(
    sql`SELECT merchant_id AS "merchantId", company_name AS "companyName", is_enabled AS enabled FROM merchants
      WHERE merchant_id::text = lower(${merchant}) OR lower(company_name) = lower(${merchant}) FOR UPDATE`,
  );
  const [only] = found;
  if (!only) throw new Error(`No merchant has the id or the company name "${merchant}". Nothing was changed.`);
  if (found.length === 1) return only;
  const names = found.map(({ merchantId }) => merchantId).join(', ');
  throw new Error(
    `${found.length} merchants are called "${merchant}". Give one of their ids: ${names}. Nothing was changed.`,
  );
}
