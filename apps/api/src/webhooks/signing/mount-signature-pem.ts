import { toWireTime } from '@volume/contract/period.ts';
import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import type { Services } from '#core/services.ts';
import { signingKey, signingKeys } from './signing-key.ts';

// A public key may be read by any page; receivers ask for it again when a signature does not fit.
const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' };

/**
 * `{base address}/.well-known/signature/pem`: the public key that signs webhooks now, bare base64 SPKI without PEM lines (contract §2),
 * and `…/keys`: all that may be met, the next one before it signs, by the ids the header `x-signature-key-id` names. Open to anyone.
 */
export function mountSignaturePem(app: Hono<Env>, services: Services): void {
  const address = `${services.settings.basePath}/.well-known/signature`;
  app.get(`${address}/pem`, async (context) => context.text((await signingKey(services)).publicKey, 200, headers));
  app.get(`${address}/keys`, async (context) => {
    const signs = await signingKey(services);
    const keys = await signingKeys(services);
    const answer = keys.map(({ keyId, publicKey, publishedAt, signsFrom, endsAt }) => ({
      keyId,
      publicKey,
      isSigning: keyId === signs.keyId,
      publishedAtUtc: toWireTime(publishedAt),
      signsFromUtc: toWireTime(signsFrom),
      endsAtUtc: endsAt && toWireTime(endsAt),
    }));
    return context.json(answer, 200, headers);
  });
}
