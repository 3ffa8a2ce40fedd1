import * as z from 'zod/mini';
import { UtcTime } from './period.ts';

/** §3 Merchant account (user), with the fields of contract §3. */
export const MerchantAccount = z.object({
  userId: z.string(),
  merchantId: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  enabled: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAtUtc: UtcTime,
  lastSignInAtUtc: z.nullable(UtcTime),
  invitation: z.enum(['PENDING', 'ACCEPTED']),
});
export type MerchantAccount = z.output<typeof MerchantAccount>;
