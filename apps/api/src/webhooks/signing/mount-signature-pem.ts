import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import type { Services } from '#http/services.ts';
import { signingKey } from './signing-key.ts';

/** `{base address}/.well-known/signature/pem`: the public key of webhooks, bare base64 SPKI without PEM lines (contract §2), open to anyone. */
export function mountSignaturePem(app: Hono<Env>, { database, settings }: Services): void {
  app.get(`${settings.basePath}/.well-known/signature/pem`, async (context) => {
    const { publicKey } = await signingKey(database);
    // A public key may be read by any page; receivers ask for it again when a signature does not fit.
    return context.text(publicKey, 200, { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' });
  });
}
