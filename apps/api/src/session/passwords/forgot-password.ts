import { forgotPassword as endpoint } from '@volume/contract/passwords.ts';
import { spendFromWindow } from '#http/access/spend-from-window.ts';
import { handlePublic } from '#http/handler.ts';
import { mailPasswordLink } from '#http/mail/mail-password-link.ts';
import { Problem } from '#http/problem.ts';
import { secretHash } from '#http/secrets/secret-hash.ts';
import type { Services } from '#http/services.ts';
import { momentOf } from '#http/writes/moment.ts';
import { findAccountByEmail } from '#session/account.ts';
import { enqueueWork } from '#work/enqueue-work.ts';
import type { Worker } from '#work/worker.ts';

const kind = 'PASSWORD_LINK';

/**
 * Takes the wish for a link. Whether there is such an account is looked up afterwards, by the queue: known and unknown
 * addresses get the same answer after the same work (quality, Security). Beyond five an hour nothing more is mailed.
 */
export const forgotPassword = handlePublic(endpoint, async ({ body, services }) => {
  const email = body.email.toLowerCase();
  if (!(await mayAsk(services, email))) return;
  const { at, newId } = momentOf(services);
  await enqueueWork(services.database, newId, {
    kind,
    merchantId: null,
    objectId: null,
    dueAt: at,
    payload: { email },
  });
});

/** Mails the link to an account that may sign in, and nothing to anybody else. */
export const passwordLinkWorker: Worker = {
  kind,
  run: async (services, { payload }) => {
    const account = await findAccountByEmail(services.database, String(payload['email']));
    if (!account?.is_open) return;
    await mailPasswordLink(services, { userAccountId: account.user_account_id, type: 'RESET_PASSWORD' });
  },
};

async function mayAsk(services: Services, email: string): Promise<boolean> {
  const key = `forgot:${await secretHash(services, email)}`;
  try {
    await spendFromWindow(services, { key, most: 5, seconds: 3600, message: 'Too many links for this account.' });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}
