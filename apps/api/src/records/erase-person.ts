import { erasePersonalData as endpoint } from '@volume/contract/personal-data/personal-data.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import type { ErasureObstacle } from '@volume/contract/personal-data/labels.ts';
import { revokeAccess } from '#core/accounts.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { type Queries, violates } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import { eraseKind, erasureIdOf, sealPerson } from './erasure.ts';
import { findObstacle } from './find-personal-data.ts';
import { type AccountRow, findAccount, type Person, toPerson } from './person.ts';
import { ownedTables } from './person-tables.ts';

/**
 * Erases a person: the account ends immediately, and a job erases all other records. Repeated while the job runs, it
 * changes nothing. 409 for an administrator with full access, and for the last administrator of a merchant.
 */
export const erasePersonalData = handle(endpoint, async (call) => {
  const { services, body } = call;
  const workId = await erasureIdOf(services, body.email);
  try {
    await services.database.transaction((queries) => begin(queries, call, workId));
  } catch (error) {
    throw violates(error, 'accounts_last_admin') ? obstacleProblem('LAST_MERCHANT_ADMIN') : error;
  }
});

async function begin(queries: Queries, call: Call<typeof endpoint>, workId: string): Promise<void> {
  const { services, body } = call;
  const account = await lockedAccount(queries, body.email);
  const obstacle = await findObstacle(queries, account);
  if (obstacle) throw obstacleProblem(obstacle);
  const person = toPerson(body.email, account);
  refuseNaming(person, body.reason);
  const at = services.clock.now();
  if (account) await eraseAccount(queries, account, at);
  const sealed = await sealPerson(services, workId, person);
  // Of two calls for one person, only the first starts a job.
  const begun = await queries.query(
    sql`INSERT INTO due_work (work_id, kind, payload, due_at) VALUES (${workId}, ${eraseKind}, ${{ sealed }}, ${at})
      ON CONFLICT (work_id) DO NOTHING RETURNING 1`,
  );
  if (begun.length === 0) return;
  queries.wakeWorkers?.();
  const subject = person.userAccountId ?? 'person';
  await recordActivity(queries, call, { merchantId: null, action: 'PERSON_ERASED', subject, detail: body.reason });
}

/** The account, locked until the transaction ends: a sign-in in progress waits, and then finds it disabled. */
async function lockedAccount(queries: Queries, email: string): Promise<AccountRow | null> {
  const found = await findAccount(queries, email);
  if (!found) return null;
  await queries.query(sql`SELECT 1 FROM accounts WHERE user_account_id = ${found.userAccountId} FOR UPDATE`);
  return findAccount(queries, email);
}

/** The audit log keeps the reason, so it must not name the person. */
function refuseNaming({ email, name }: Person, reason: string): void {
  const text = foldEmailAddress(reason);
  const names = [email, ...(name === null ? [] : [foldEmailAddress(name)])];
  if (names.some((each) => text.includes(each))) {
    const message = 'reason must not name the person, because the audit log keeps it. Nothing was erased.';
    throw new Problem(422, message, { code: 'REASON_NAMES_PERSON', field: 'reason' });
  }
}

const obstacleMessages: Record<ErasureObstacle, string> = {
  FULL_ADMINISTRATOR:
    'This person is an administrator with full access. Disable them on the page Administrators first; a second administrator confirms it. Nothing was erased.',
  LAST_MERCHANT_ADMIN:
    'This person is the last enabled administrator of their merchant. Make another user an administrator first. Nothing was erased.',
};

const obstacleProblem = (obstacle: ErasureObstacle): Problem =>
  new Problem(409, obstacleMessages[obstacle], { statusName: obstacle });

/** The row stays, because records name its id. It has no name, no roles and no way to sign in. */
async function eraseAccount(queries: Queries, { userAccountId }: AccountRow, at: Date): Promise<void> {
  await queries.query(
    sql`UPDATE accounts SET email = 'erased-' || user_account_id || '@erased.invalid', name = NULL, phone = NULL,
        password_hash = NULL, is_enabled = false, roles = '{}', two_factor = 'NONE', totp_secret = NULL,
        totp_last_step = NULL, last_sign_in_at = NULL
      WHERE user_account_id = ${userAccountId}`,
  );
  await revokeAccess(queries, { userAccountId, at });
  for (const table of ownedTables) {
    await queries.query(sql`DELETE FROM ${raw(table)} WHERE user_account_id = ${userAccountId}`);
  }
}
