import * as z from 'zod/mini';
import { UtcTime } from './period.ts';

/**
 * §3 Merchant account (user), with the fields of contract §3. A deployment that tells those of the specification alone is
 * read too: what it does not tell is null, the id empty, and whoever is listed can sign in.
 */
export const MerchantAccount = z.object({
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
});
export type MerchantAccount = z.output<typeof MerchantAccount>;

/** How a bank account is named (contract §3); unknown types are shown by the label rule. */
export const AccountIdentification = z.object({ type: z.string(), number: z.string() });
export type AccountIdentification = z.output<typeof AccountIdentification>;
