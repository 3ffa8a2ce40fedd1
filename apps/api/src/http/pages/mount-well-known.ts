import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { notFound } from '#core/problem.ts';
import type { AppSettings, Services } from '#core/services.ts';

const securityPath = '/.well-known/security.txt';
const passwordPath = '/.well-known/change-password';

/** RFC 9116 recommends less than a year, so that clients do not rely on an old copy. */
const daysValid = 180;

/**
 * `/.well-known/security.txt` (RFC 9116) and `/.well-known/change-password`, at the root of the server and below the
 * base path: when another host serves the portal, only the base path leads here (contract §2).
 */
export function mountWellKnown(app: Hono<Env>, { settings, clock }: Pick<Services, 'settings' | 'clock'>): void {
  const { basePath, securityContacts } = settings;
  for (const base of new Set(['', basePath])) {
    app.get(base + securityPath, (context) => {
      if (securityContacts.length === 0) throw notFound('This address');
      return context.text(securityText(settings, clock.now()), 200, { 'cache-control': 'public, max-age=3600' });
    });
    app.get(base + passwordPath, (context) => {
      context.header('cache-control', 'no-store');
      return context.redirect(`${portalOrigin(settings)}/change-password`, 302);
    });
  }
}

function securityText(settings: AppSettings, now: Date): string {
  const expires = new Date(now.getTime() + daysValid * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    ...settings.securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    ...canonicalAddresses(settings).map((address) => `Canonical: ${address}`),
    'Preferred-Languages: en',
  ];
  return `${lines.join('\n')}\n`;
}

/** Every https address of this file; a local server has none. */
function canonicalAddresses({ publicUrl, portalUrl, basePath }: AppSettings): string[] {
  if (!publicUrl?.startsWith('https:')) return [];
  const addresses = [new URL(portalUrl).origin, publicUrl, publicUrl + basePath].map((base) => base + securityPath);
  return [...new Set(addresses)];
}

/** Empty on a local machine, where each host name has separate sessions. */
const portalOrigin = ({ isLocal, publicUrl, portalUrl }: AppSettings): string =>
  isLocal && publicUrl === null ? '' : portalUrl;
