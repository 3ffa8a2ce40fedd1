import { bigint, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const accounts = pgTable('accounts', {
  userAccountId: uuid('user_account_id').primaryKey(),
  email: text('email').notNull(),
  name: text('name'),
  phone: text('phone'),
  passwordHash: text('password_hash'),
  isEnabled: boolean('is_enabled').notNull().default(true),
  twoFactor: text('two_factor', { enum: ['NONE', 'EMAIL', 'TOTP'] })
    .notNull()
    .default('NONE'),
  totpSecret: text('totp_secret'),
  totpLastStep: bigint('totp_last_step', { mode: 'number' }),
  adminId: uuid('admin_id'),
  merchantId: uuid('merchant_id'),
  /** Merchant roles (contract §5), or the one platform authority of an administrator. */
  roles: text('roles').array().notNull().default([]),
  lastSignInAt: at('last_sign_in_at'),
  invitation: text('invitation', { enum: ['PENDING', 'ACCEPTED'] })
    .notNull()
    .default('ACCEPTED'),
  createdAt: at('created_at').notNull().defaultNow(),
});
