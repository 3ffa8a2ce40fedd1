import { fewestAdministrators, newcomerHours } from '@volume/contract/administrators/labels.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { AdministratorRow } from './administrator-rows.ts';

/** Whether an administrator can sign in and change anything: those whose invitation is pending cannot. */
export const canChange = ({ enabled, isFull, invitation }: AdministratorRow): boolean =>
  enabled && isFull && invitation === 'ACCEPTED';

/**
 * The caller, read under the lock: another administrator can have disabled them, or reset their second factor and so
 * ended their session, since the call began.
 */
export async function requireActing(
  { query }: Queries,
  administrators: readonly AdministratorRow[],
  { userAccountId, jti }: Caller,
): Promise<AdministratorRow> {
  const open = await query(sql`SELECT FROM sessions WHERE jti = ${jti} AND revoked_at IS NULL`);
  const caller = administrators.find(({ administratorId }) => administratorId === userAccountId);
  if (caller && canChange(caller) && open.length > 0) return caller;
  throw new Problem(401, 'Your session has ended. Please sign in again.');
}

export function requireFound(administrators: readonly AdministratorRow[], wantedId: string): AdministratorRow {
  const found = administrators.find(({ administratorId }) => administratorId === wantedId);
  if (!found) throw notFound('This administrator');
  return found;
}

/** The administrators who can sign in and change anything, without this one. */
export const othersWhoCanChange = (
  administrators: readonly AdministratorRow[],
  { administratorId }: Pick<AdministratorRow, 'administratorId'>,
): AdministratorRow[] => administrators.filter((each) => canChange(each) && each.administratorId !== administratorId);

/** 409 TWO_ADMINISTRATORS when fewer than two administrators with full access would remain. */
export function requireTwoRemain(administrators: readonly AdministratorRow[], target: AdministratorRow): void {
  if (!canChange(target) || othersWhoCanChange(administrators, target).length >= fewestAdministrators) return;
  throw new Problem(
    409,
    `${target.email} cannot be disabled, because two administrators keep full access at all times. Invite another administrator with full access first. Nothing was changed.`,
    { statusName: 'TWO_ADMINISTRATORS' },
  );
}

/** 409 NO_SECOND_ADMINISTRATOR when only the caller and the administrator concerned have full access. */
export function requireSecond(
  administrators: readonly AdministratorRow[],
  caller: AdministratorRow,
  target: AdministratorRow,
): void {
  const others = othersWhoCanChange(administrators, caller);
  if (others.some(({ administratorId }) => administratorId !== target.administratorId)) return;
  throw new Problem(
    409,
    `Nobody could confirm this: it needs a second administrator with full access, who is neither you nor ${target.email}. Invite one, or create one on the server with npm run admin -- create-admin. Nothing was changed.`,
    { statusName: 'NO_SECOND_ADMINISTRATOR' },
  );
}

/**
 * 403 NEW_ADMINISTRATOR for an administrator who was invited less than a day ago: otherwise one administrator could
 * invite a second account of their own and confirm their own proposals with it. Those whom the command line created
 * can confirm immediately.
 */
export function requireNoNewcomer({ createdAt, invitedBy }: AdministratorRow, now: Date): void {
  if (invitedBy === null || createdAt.getTime() + newcomerHours * 3_600_000 <= now.getTime()) return;
  throw new Problem(
    403,
    `You were invited less than ${newcomerHours} hours ago, so another administrator has to confirm this.`,
    { statusName: 'NEW_ADMINISTRATOR' },
  );
}
