import type { ApiKeyScope } from '@volume/contract/access.ts';
import { daysOfExpiryWarning, type NamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import * as z from 'zod/mini';
import { instantOf } from '#design/text/format-date.ts';

export const scopeTitles: Record<ApiKeyScope, string> = {
  READ: 'Read',
  LINKS: 'Payment links',
  REFUNDS: 'Refunds',
  PAYOUTS: 'Payouts',
  TOOL: 'Tool',
};

export const scopeDetails: Record<ApiKeyScope, string> = {
  READ: 'Payments, links, payouts, accounts and balances',
  LINKS: 'Create and cancel payment links',
  REFUNDS: 'Refund payments',
  PAYOUTS: 'Pay out to the default beneficiary',
  TOOL: 'Read events, send them to your endpoints again, and play test scenarios where providers are simulated',
};

export const scopesText = ({ scopes }: Pick<NamedKey, 'scopes'>): string =>
  scopes.map((scope) => (scopeTitles as Record<string, string>)[scope] ?? scope).join(', ');

export const movesMoney = ({ scopes }: Pick<NamedKey, 'scopes'>): boolean =>
  scopes.includes('REFUNDS') || scopes.includes('PAYOUTS');

const dayLength = 86_400_000;

/** A key that has expired, or does so within 14 days; null for all others. */
export function expiryState({ expiresAtUtc }: Pick<NamedKey, 'expiresAtUtc'>) {
  const at = expiresAtUtc === null ? null : instantOf(expiresAtUtc);
  if (at === null) return null;
  const left = at.getTime() - Date.now();
  if (left <= 0) return { isOver: true, text: 'Expired' };
  if (left > daysOfExpiryWarning * dayLength) return null;
  const days = Math.ceil(left / dayLength);
  return { isOver: false, text: days === 1 ? 'Expires within a day' : `Expires within ${days} days` };
}

export const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'NEVER', label: 'Never' },
] as const;
export type Expiry = (typeof expiries)[number]['value'];

/** The end of the chosen period, counted from the moment of the press. */
export const typedExpiry = z.pipe(
  z.enum(['30', '90', '365', 'NEVER']),
  z.transform((chosen: Expiry) =>
    chosen === 'NEVER' ? null : toWireTime(new Date(Date.now() + Number(chosen) * dayLength)),
  ),
);
