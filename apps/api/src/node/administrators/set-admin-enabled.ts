import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { byItself, recordActivity } from '#core/activity/record-activity.ts';
import { revokeAccess } from '#core/accounts.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random'>;

interface Wanted {
  email: string;
  enabled: boolean;
  /** Recorded in the activity. */
  by: string;
}

interface Administrator {
  userAccountId: string;
  email: string;
  enabled: boolean;
  mayChange: boolean;
  hasAccepted: boolean;
}

/**
 * Disables a platform administrator, whose sessions and mailed links end immediately, or enables one again. Throws a
 * message for an unknown administrator and for the last one who can change anything; `hasChanged` is false when nothing
 * changed.
 */
export async function setAdminEnabled(
  services: Given,
  { email, enabled, by }: Wanted,
): Promise<{ email: string; hasChanged: boolean }> {
  return services.database.transaction(async (queries) => {
    const administrators = await lockAdministrators(queries);
    const found = administrators.find((each) => foldEmailAddress(each.email) === foldEmailAddress(email.trim()));
    if (!found) throw new Error(`No administrator signs in with ${email}. Nothing was changed.`);
    if (found.enabled === enabled) return { email: found.email, hasChanged: false };
    if (!enabled) refuseLast(administrators, found);
    const { userAccountId } = found;
    await queries.query(sql`UPDATE accounts SET is_enabled = ${enabled} WHERE user_account_id = ${userAccountId}`);
    // Also when enabling: a sign-in that was in progress while the account was disabled can have opened a session.
    await revokeAccess(queries, { userAccountId, at: services.clock.now() });
    const action = enabled ? 'USER_ENABLED' : 'USER_DISABLED';
    await recordActivity(queries, byItself(services, by), { merchantId: null, action, subject: found.email });
    return { email: found.email, hasChanged: true };
  });
}

/** Locks all of them, so that of two administrators disabled at the same time one remains. */
function lockAdministrators({ query }: Queries): Promise<Administrator[]> {
  return query<Administrator>(
    sql`SELECT user_account_id AS "userAccountId", email, is_enabled AS enabled, 'VOLUME_ADMIN' = ANY(roles) AS "mayChange",
        invitation = 'ACCEPTED' AS "hasAccepted"
      FROM accounts WHERE admin_id IS NOT NULL AND merchant_id IS NULL ORDER BY user_account_id FOR UPDATE`,
  );
}

/** An administrator who has not accepted the invitation cannot sign in, and therefore does not count. */
function refuseLast(
  administrators: readonly Administrator[],
  { userAccountId, email, mayChange, hasAccepted }: Administrator,
) {
  if (!mayChange) return;
  const others = administrators.filter(
    (each) =>
      each.userAccountId !== userAccountId && each.enabled && each.mayChange && (each.hasAccepted || !hasAccepted),
  );
  if (others.length > 0) return;
  throw new Error(
    `${email} is the last administrator who can sign in and change anything. Nothing was changed. ` +
      'Create another first (npm run admin -- create-admin) and let them choose a password.',
  );
}
