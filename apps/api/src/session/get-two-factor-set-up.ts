import { toWireTime } from '@volume/contract/period.ts';
import { getTwoFactorSetUp as endpoint } from '@volume/contract/session.ts';
import { handlePublic } from '#core/handler.ts';
import { findAccount } from './account.ts';
import { findRequest, requestOver } from './second-factor/one-time-request.ts';

/** The secret to put into an authenticator, as text and as an address for its QR code. */
export const getTwoFactorSetUp = handlePublic(endpoint, async ({ params, services }) => {
  const request = await findRequest(services, 'TWO_FACTOR', params.twoFactorRequestId);
  const account = await findAccount(services.database, request.user_account_id);
  if (!account?.is_open || request.secret === null) throw requestOver();
  const label = encodeURIComponent(`Volume:${account.email}`);
  const parameters = new URLSearchParams({
    secret: request.secret,
    issuer: 'Volume',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return {
    secret: request.secret,
    otpauthUrl: `otpauth://totp/${label}?${parameters}`,
    email: account.email,
    expiresAtUtc: toWireTime(request.expires_at),
  };
});
