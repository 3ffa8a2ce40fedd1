import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { forgotPassword as endpoint } from '@volume/contract/session/passwords.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { handlePublic } from '#core/handler.ts';
import { mailPasswordLink, newPasswordLink } from '#core/mail/mail-password-link.ts';
import { Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { findAccountByEmail } from '#session/account.ts';
import { isKnownPlace, placeOf } from '#session/limits/sign-in-limits.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { Worker } from '#queue/worker.ts';

const kind = 'PASSWORD_LINK';

const hour = 3600;

/**
 * Accepts a request for a password link. The queue looks the account up later, so that known and unknown addresses get
 * the same answer after the same work (quality, Security). Twenty requests an hour from one address, then 429; beyond
 * five for the same account no more mail is sent, without any indication.
 */
export const forgotPassword = handlePublic(endpoint, async (call) => {
  const { body, services, request } = call;
  const email = foldEmailAddress(body.email);
  const from = await secretHash(services, addressKey(request.address));
  const message = 'Too many links were asked for from here. Please try again later.';
  await services.rateLimits.spend({ key: `forgot-from:${from}`, most: 20, seconds: hour, message });
  if (!(await mayAsk(services, `forgot:${await secretHash(services, email)}:${from}`, 5))) return;
  const { at, newId } = writeContext(services);
  await enqueueWork(services.database, newId, {
    kind,
    merchantId: null,
    objectId: null,
    dueAt: at,
    payload: { email, place: await placeOf(call, email) },
  });
});

/**
 * Mails the link to an account that can sign in, and to no other address. Twenty mails an hour per account; requests
 * from a known place do not count towards that, so that strangers do not use up the owner's.
 */
export const passwordLinkWorker: Worker = {
  kind,
  run: async (services, { payload }) => {
    const account = await findAccountByEmail(services.database, String(payload['email']));
    if (!account?.is_open) return;
    const isOwners = await isKnownPlace(services, String(payload['place'] ?? ''));
    if (!isOwners && !(await mayAsk(services, `forgot:${account.user_account_id}`, 20))) return;
    const asked = { userAccountId: account.user_account_id, type: 'RESET_PASSWORD' } as const;
    const link = await newPasswordLink(services);
    await services.database.transaction((queries) => mailPasswordLink(queries, services, { ...asked, link }));
  },
};

async function mayAsk(services: Services, key: string, most: number): Promise<boolean> {
  try {
    await services.rateLimits.spend({ key, most, seconds: hour, message: 'Too many links for this account.' });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}
