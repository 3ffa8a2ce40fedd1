import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';

/**
 * Counts an invitation, sent or rejected, so that no user can send mass mail or find out which addresses have an account.
 * Counts per merchant and day, for platform administrators per user. 429 with Retry-After.
 */
export async function spendInvitation({ caller, services }: { caller: Caller; services: Services }): Promise<void> {
  const who = caller.kind === 'merchant' ? `merchant:${caller.merchantId}` : `admin:${caller.userAccountId}`;
  await services.rateLimits.spend({
    key: `invitations:${who}`,
    most: services.settings.invitationsPerDay,
    seconds: 86_400,
    message: 'Too many invitations today. Please try again tomorrow.',
  });
}

/** Counts the mails of one invitation; 429 after five in an hour. */
export async function spendResending({ rateLimits }: Services, userAccountId: string): Promise<void> {
  await rateLimits.spend({
    key: `invitation:${userAccountId}`,
    most: 5,
    seconds: 3600,
    message: 'This invitation was sent too often. Please wait before you resend it.',
  });
}
