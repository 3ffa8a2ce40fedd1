import * as z from 'zod/mini';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';

/**
 * §3 Merchant account (user), with the additional fields of contract §3. A deployment that returns only the
 * specification's fields is supported: missing values become null, the id becomes empty, and each listed user counts as
 * enabled.
 */
export const User = z.object({
  userId: z.prefault(z.string(), ''),
  merchantId: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  enabled: z.prefault(z.boolean(), true),
  twoFactorEnabled: z.prefault(z.nullable(z.boolean()), null),
  createdAtUtc: z.prefault(z.nullable(UtcTime), null),
  lastSignInAtUtc: z.prefault(z.nullable(UtcTime), null),
  invitation: z.prefault(z.enum(['PENDING', 'ACCEPTED']), 'ACCEPTED'),
  /** The version of roles, name and phone. */
  version: SettingsVersion,
});
export type User = z.output<typeof User>;

/** How a bank account is identified (contract §3); unknown types are shown by the label rule. */
export const AccountIdentification = z.object({ type: z.string(), number: z.string() });
export type AccountIdentification = z.output<typeof AccountIdentification>;
