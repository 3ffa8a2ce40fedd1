import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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

export const sessions = pgTable('sessions', {
  jti: text('jti').primaryKey(),
  userAccountId: uuid('user_account_id').notNull(),
  merchantId: uuid('merchant_id'),
  adminId: uuid('admin_id'),
  issuedAt: at('issued_at').notNull(),
  signedInAt: at('signed_in_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  revokedAt: at('revoked_at'),
  replacedBy: text('replaced_by'),
});

export const oneTimeRequests = pgTable('one_time_requests', {
  idHash: text('id_hash').primaryKey(),
  kind: text('kind', { enum: ['OTP', 'TWO_FACTOR'] }).notNull(),
  userAccountId: uuid('user_account_id').notNull(),
  codeHash: text('code_hash'),
  secret: text('secret'),
  tries: integer('tries').notNull().default(0),
  createdAt: at('created_at').notNull().defaultNow(),
  sentAt: at('sent_at'),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userAccountId: uuid('user_account_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userAccountId, table.codeHash] })],
);

export const resetTokens = pgTable('reset_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userAccountId: uuid('user_account_id').notNull(),
  type: text('type', { enum: ['RESET_PASSWORD', 'SET_PASSWORD'] }).notNull(),
  isUsed: boolean('is_used').notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
});

export const outboxMail = pgTable('outbox_mail', {
  mailId: uuid('mail_id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  sentAt: at('sent_at'),
});

export const throttleCounters = pgTable(
  'throttle_counters',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);

export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});
