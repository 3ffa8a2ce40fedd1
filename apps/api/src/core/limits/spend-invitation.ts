import type { Caller } from '#core/caller.ts';
import type { Services } from '#core/services.ts';

/**
 * Counts an invitation, sent or refused, so that a merchant neither mails the world nor asks it who has an account: by
 * merchant and day, for administrators of the platform by person. 429 with Retry-After.
 */
export async function spendInvitation(
  { caller, services }: { caller: Caller; services: Services },
  merchantId: string,
): Promise<void> {
  const who = caller.kind === 'merchant' ? `merchant:${merchantId}` : `admin:${caller.userAccountId}`;
  await services.windows.spend({
    key: `invitations:${who}`,
    most: services.settings.invitationsPerDay,
    seconds: 86_400,
    message: 'Too many invitations today. Please go on tomorrow.',
  });
}
