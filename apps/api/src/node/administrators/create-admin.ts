import { isEmailAddress } from '@volume/contract/text/email-address.ts';
import { newPasswordLink, storePasswordLink } from '#core/mail/mail-password-link.ts';
import type { Services } from '#core/services.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { sql } from '#database/sql.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random' | 'vault' | 'settings'>;

/**
 * Adds a platform administrator and returns the link for choosing a password, valid for 7 days. Throws a message for an
 * invalid email address and for one that is already used; nothing was changed then.
 */
export async function createAdmin(
  services: Given,
  { email: given, mayOnlyRead }: { email: string; mayOnlyRead: boolean },
): Promise<{ email: string; link: string }> {
  const email = given.trim();
  if (!isEmailAddress(email))
    throw new Error('Say whose account it is: npm run admin -- create-admin --email ada@example.com');
  const { random, clock } = services;
  const userAccountId = random.uuid();
  const role = mayOnlyRead ? 'VOLUME_ADMIN_READ' : 'VOLUME_ADMIN';
  const link = await newPasswordLink(services);
  await services.database.transaction(async (queries) => {
    const added = await queries.query(
      sql`INSERT INTO accounts (user_account_id, email, admin_id, roles, invitation, created_at)
       VALUES (${userAccountId}, ${email}, ${random.uuid()}, ${[role]}, 'PENDING', ${clock.now()})
       ON CONFLICT (lower(email)) DO NOTHING RETURNING user_account_id`,
    );
    if (added.length === 0) throw new Error(`Somebody already signs in with ${email}. Nothing was changed.`);
    // A person who runs commands on the server has no account, so the audit log names the command.
    const caller = { kind: 'admin', userAccountId, email: 'npm run admin -- create-admin' } as const;
    const request = { address: null, traceId: traceIdOf(random), header: () => null };
    const note = { merchantId: null, action: 'USER_ADDED', subject: email, detail: role } as const;
    await recordActivity(queries, { caller, services, request }, note);
    await storePasswordLink(queries, clock, { userAccountId, type: 'SET_PASSWORD', link });
  });
  return { email, link: link.url };
}

function traceIdOf(random: Services['random']): string {
  return Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
