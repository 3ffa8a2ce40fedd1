import { forgetFactors, revokeAccess } from '#core/accounts.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import type { Services } from '#core/services.ts';
import { sayActor } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { AdministratorRow } from './administrator-rows.ts';
import { mailOtherAdministrators } from './mail-others.ts';

type Given = Pick<Services, 'mailer' | 'random' | 'clock' | 'vault' | 'settings'>;
type By = Action & { services: Given };

/** An administrator and, when two were needed, who proposed the change. */
interface Change {
  target: Pick<AdministratorRow, 'administratorId' | 'email' | 'name'>;
  proposedBy?: string | undefined;
}

/** Begins a sentence about the change: the operator's command, or one administrator or both. */
function actorOf({ caller }: By, { proposedBy }: Change): string {
  if (caller.userAccountId === null) return `The command ${caller.email}`;
  return proposedBy === undefined ? caller.email : `${caller.email}, as ${proposedBy} proposed,`;
}

/**
 * Disables or enables an administrator: their sessions, unfinished sign-ins and mailed links end. Proposals about and
 * by a disabled one are deleted. Call it with all administrators locked.
 */
export async function setAdministratorEnabled(
  queries: Queries,
  by: By,
  change: Change & { enabled: boolean },
): Promise<void> {
  const { target, enabled } = change;
  const { administratorId: userAccountId, email } = target;
  await queries.query(sql`UPDATE accounts SET is_enabled = ${enabled} WHERE user_account_id = ${userAccountId}`);
  // Also when enabling: a sign-in that was in progress while the account was disabled can have opened a session.
  await revokeAccess(queries, { userAccountId, at: by.services.clock.now() });
  await queries.query(
    sql`DELETE FROM administrator_proposals WHERE user_account_id = ${userAccountId} OR proposed_by_id = ${userAccountId}`,
  );
  const action = enabled ? 'USER_ENABLED' : 'USER_DISABLED';
  await recordActivity(queries, by, { merchantId: null, action, subject: email, detail: detailOf(change) });
  const is = enabled ? 'enabled' : 'disabled';
  await mailOtherAdministrators(queries, by.services, {
    subject: `An administrator was ${is}`,
    what: `${actorOf(by, change)} ${is} ${email}`,
    except: [by.caller.userAccountId, userAccountId],
  });
}

/** Removes the second factor of an administrator, whose sessions end, and mails them. */
export async function resetFactor(queries: Queries, by: By, change: Change): Promise<void> {
  const { administratorId: userAccountId, email, name } = change.target;
  await queries.query(
    sql`UPDATE accounts SET two_factor = 'NONE', totp_secret = NULL, totp_last_step = NULL
      WHERE user_account_id = ${userAccountId}`,
  );
  await forgetFactors(queries, userAccountId);
  await revokeAccess(queries, { userAccountId, at: by.services.clock.now() });
  await queries.query(sql`DELETE FROM administrator_proposals WHERE user_account_id = ${userAccountId}`);
  const detail = detailOf(change);
  await recordActivity(queries, by, { merchantId: null, action: 'TWO_FACTOR_RESET', subject: email, detail });
  const who = await sayActor(queries, null, actorOf(by, change));
  const text = [
    name === null ? 'Hello,' : `Hello ${name},`,
    `${who} reset the second factor of your account in the Volume Merchant Portal, and you were signed out of all devices.`,
    'Sign in with your password and set up a second factor again.',
    'If you did not ask for this, tell the other administrators immediately.',
  ].join('\n\n');
  await enqueueMail(queries, by.services, { to: email, subject: 'Your second factor was reset', text });
  await mailOtherAdministrators(queries, by.services, {
    subject: 'The second factor of an administrator was reset',
    what: `${actorOf(by, change)} reset the second factor of ${email}`,
    except: [by.caller.userAccountId, userAccountId],
  });
}

/** Also names the administrator: the list of the activity shows the detail instead of the subject. */
const detailOf = ({ target, proposedBy }: Change): string | null =>
  proposedBy === undefined ? null : `${target.email}, proposed by ${proposedBy}`;
