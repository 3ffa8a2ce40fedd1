import { getResetToken as endpoint } from '@volume/contract/passwords.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { handlePublic } from '#core/handler.ts';
import { findResetToken } from './reset-token.ts';

/** The record of a token (§3); a used one says so until its time is over. */
export const getResetToken = handlePublic(endpoint, async ({ params, services }) => {
  const { row } = await findResetToken(services, params.token);
  return { token: params.token, type: row.type, isUsed: row.is_used, expiresAt: toWireTime(row.expires_at) };
});
