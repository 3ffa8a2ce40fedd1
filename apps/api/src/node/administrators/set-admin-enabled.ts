import { fewestAdministrators } from '@volume/contract/administrators/labels.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { type AdministratorRow, lockAdministrators } from '#administrators/administrator-rows.ts';
import { canChange, othersWhoCanChange } from '#administrators/rules.ts';
import { setAdministratorEnabled } from '#administrators/take-effect.ts';
import { byItself } from '#core/activity/record-activity.ts';
import type { Services } from '#core/services.ts';

type Given = Pick<Services, 'database' | 'clock' | 'random' | 'vault' | 'settings' | 'mailer'>;

interface Wanted {
  email: string;
  enabled: boolean;
  /** Recorded in the activity. */
  by: string;
  /** Whether one administrator with full access is enough, as in an emergency. */
  mayLeaveOne?: boolean;
}

/**
 * Disables a platform administrator, whose sessions and mailed links end immediately, or enables one again, and mails
 * the others. Throws a message for an unknown administrator, for the last one who can change anything, and for the last
 * but one unless `mayLeaveOne`; `hasChanged` is false when nothing changed.
 */
export async function setAdminEnabled(
  services: Given,
  { email, enabled, by, mayLeaveOne = false }: Wanted,
): Promise<{ email: string; hasChanged: boolean }> {
  return services.database.transaction(async (queries) => {
    const administrators = await lockAdministrators(queries);
    const target = administrators.find((each) => foldEmailAddress(each.email) === foldEmailAddress(email.trim()));
    if (!target) throw new Error(`No administrator signs in with ${email}. Nothing was changed.`);
    if (target.enabled === enabled) return { email: target.email, hasChanged: false };
    if (!enabled) refuseLast(administrators, target, mayLeaveOne);
    await setAdministratorEnabled(queries, { ...byItself(services, by), services }, { target, enabled });
    return { email: target.email, hasChanged: true };
  });
}

/**
 * An administrator who has not accepted the invitation cannot sign in and does not count, but is the last one when there
 * is no other.
 */
function refuseLast(administrators: readonly AdministratorRow[], target: AdministratorRow, mayLeaveOne: boolean): void {
  const { email, administratorId } = target;
  if (!target.isFull) return;
  const others = canChange(target)
    ? othersWhoCanChange(administrators, target).length
    : administrators.filter((each) => each.isFull && each.enabled && each.administratorId !== administratorId).length;
  if (others >= (mayLeaveOne || !canChange(target) ? 1 : fewestAdministrators)) return;
  const create = 'Create another first (npm run admin -- create-admin) and let them choose a password.';
  if (others === 0) {
    throw new Error(
      `${email} is the last administrator who can sign in and change anything. Nothing was changed. ${create}`,
    );
  }
  throw new Error(
    `Without ${email} only one administrator could change anything, and two keep full access at all times. Nothing was changed. ` +
      `${create} In an emergency: npm run admin -- disable-admin --email ${email} --leave-one`,
  );
}
