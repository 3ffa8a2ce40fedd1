import { readdirSync, readFileSync } from 'node:fs';
import type { Migration } from './migration.ts';
import { historyOnShards } from './history-on-shards.ts';
import { laterMigrations } from './later.ts';
import { noticeTables } from './notice-tables.ts';
import { sharedViews } from './shared-views.ts';
import { twoPeople } from './two-people.ts';
import { submittedOrders } from './submitted-orders.ts';

const folder = new URL('baseline/', import.meta.url);

/**
 * The whole schema on an empty database: the files of `baseline/`, in order. A database updated by an older build is
 * adopted instead (`migrate.ts`).
 */
export const baseline = {
  name: '0100-baseline',
  sql: readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n'),
};

/** In order. A migration that has run anywhere, including the baseline, is never changed; add another one instead. */
export const migrations: readonly Migration[] = [
  baseline,
  {
    name: '0101-brand',
    sql: `
      CREATE TABLE merchant_brands (
        merchant_id uuid PRIMARY KEY REFERENCES merchants,
        name text CHECK (length(name) BETWEEN 1 AND 60),
        colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
        mark bytea CHECK (octet_length(mark) <= 65536)
      );
    `,
  },
  {
    name: '0102-session-devices',
    sql: `
      ALTER TABLE sessions ADD COLUMN device text CHECK (length(device) <= 100), ADD COLUMN address text;
    `,
  },
  {
    name: '0103-beneficiaries',
    sql: `
      CREATE TABLE beneficiaries (
        merchant_id uuid NOT NULL REFERENCES merchants,
        beneficiary_id text NOT NULL CHECK (length(beneficiary_id) BETWEEN 1 AND 64),
        customer_id text NOT NULL,
        name text NOT NULL,
        account_type text NOT NULL CHECK (account_type IN ('SCAN', 'IBAN')),
        account_number text,
        sort_code text,
        iban text,
        name_check text NOT NULL CHECK (name_check IN ('MATCHES', 'CLOSE', 'DIFFERS', 'NOT_CHECKED')),
        name_at_bank text,
        added_at timestamptz,
        added_by text,
        cooling_until timestamptz,
        disabled_at timestamptz,
        PRIMARY KEY (merchant_id, beneficiary_id),
        CHECK (account_type = 'IBAN' AND iban IS NOT NULL OR account_type = 'SCAN' AND sort_code IS NOT NULL AND account_number IS NOT NULL)
      );
    `,
  },
  {
    name: '0104-two-factor-policy',
    sql: 'ALTER TABLE merchants ADD COLUMN requires_two_factor boolean NOT NULL DEFAULT false;',
  },
  // The amount comes first because administrators search across all merchants.
  { name: '0105-search-by-amount', steps: [{ index: 'payments_amount', on: 'payments (amount, merchant_id)' }] },
  {
    name: '0110-search-of-links-and-payouts',
    steps: [
      {
        index: 'payment_intents_text',
        on: `payment_intents USING gin (merchant_id, lower(coalesce(customer_intent_description, '') || ' ' ||
          coalesce(merchant_intent_description, '') || ' ' || coalesce(reference, '') || ' ' ||
          coalesce(merchant_payment_id, '') || ' ' || payment_intent_id::text) gin_trgm_ops) WITH (fastupdate = off)`,
      },
      {
        index: 'outbound_payments_text',
        on: `outbound_payments USING gin (merchant_id, lower(coalesce(destination->>'name', '') || ' ' ||
          coalesce(destination->>'iban', '') || ' ' || coalesce(destination->>'accountNumber', '') || ' ' ||
          coalesce(reference, '') || ' ' || payout_payment_id::text) gin_trgm_ops) WITH (fastupdate = off)`,
      },
    ],
  },
  {
    name: '0111-failed-payments',
    steps: [
      {
        index: 'payments_failed',
        on: `payments (merchant_id, created_at) INCLUDE (application_id, institution_id, error_description)
          WHERE status = 'FAILED'`,
      },
    ],
  },
  // Addresses that asked for a payment's receipt by mail, each once.
  {
    name: '0113-mails',
    sql: `
      CREATE TABLE receipt_mails (
        merchant_id uuid NOT NULL REFERENCES merchants,
        payment_id uuid NOT NULL,
        email text NOT NULL CHECK (length(email) <= 254),
        language text NOT NULL,
        page_url text NOT NULL,
        asked_at timestamptz(3) NOT NULL,
        mailed_at timestamptz(3),
        PRIMARY KEY (merchant_id, payment_id, email)
      );
    `,
  },
  // Users and sign-in are reference tables, exempt from the rule that keys begin with merchant_id.
  {
    name: '0115-passkeys',
    sql: `
      ALTER TABLE accounts DROP CONSTRAINT accounts_two_factor_check,
        ADD CONSTRAINT accounts_two_factor_check CHECK (two_factor IN ('NONE', 'EMAIL', 'TOTP', 'PASSKEY'));
      ALTER TABLE one_time_requests DROP CONSTRAINT one_time_requests_kind_check,
        ADD CONSTRAINT one_time_requests_kind_check
          CHECK (kind IN ('OTP', 'TWO_FACTOR', 'EMAIL_FACTOR', 'STEP_UP', 'PASSKEY'));
      CREATE TABLE passkeys (
        passkey_id uuid PRIMARY KEY,
        user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        credential_id text NOT NULL UNIQUE,
        public_key text NOT NULL,
        uses bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
        added_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3)
      );
      CREATE INDEX passkeys_account ON passkeys (user_account_id);
    `,
  },
  // Subscriptions to an account's monthly statement, and the newest month mailed.
  {
    name: '0116-statement-mails',
    sql: `
      CREATE TABLE statement_mails (
        merchant_id uuid NOT NULL,
        payee_detail_id bigint NOT NULL,
        user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        newest_month date NOT NULL,
        PRIMARY KEY (merchant_id, payee_detail_id, user_account_id),
        FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details
      );
      CREATE INDEX statement_mails_month ON statement_mails (newest_month);
      CREATE INDEX statement_mails_account ON statement_mails (user_account_id);
    `,
  },
  // The limits a merchant sets per key, and when its current value was last used; moved money is counted per key.
  {
    name: '0117-application-keys',
    steps: [
      {
        sql: `
          ALTER TABLE application_secrets
            ADD COLUMN IF NOT EXISTS allowed_addresses text[] NOT NULL DEFAULT '{}',
            ADD COLUMN IF NOT EXISTS money_limit bigint CHECK (money_limit >= 0),
            ADD COLUMN IF NOT EXISTS last_used_at timestamptz(3),
            ADD COLUMN IF NOT EXISTS last_used_from text;
          ALTER TABLE moved_money
            ADD COLUMN IF NOT EXISTS application_key text,
            ADD COLUMN IF NOT EXISTS is_apart boolean NOT NULL DEFAULT false;
        `,
      },
      {
        index: 'payments_merchant_payment_id',
        on: 'payments (merchant_payment_id, merchant_id) WHERE merchant_payment_id IS NOT NULL',
      },
    ],
  },
  // Approval of large amounts: each merchant's thresholds, and orders that wait or waited for a second person.
  {
    name: '0118-approvals',
    sql: readFileSync(new URL('approvals.sql', import.meta.url), 'utf8'),
  },
  // Bulk refunds or resends as one job, with its rows: a finished row acts as its idempotency key.
  { name: '0119-bulk-jobs', sql: readFileSync(new URL('bulk-jobs.sql', import.meta.url), 'utf8') },
  // Users' notes on payments, and marks that a payment was reviewed.
  {
    name: '0120-payment-notes',
    sql: readFileSync(new URL('payment-notes.sql', import.meta.url), 'utf8'),
  },
  noticeTables,
  // Tables that triggers write to are co-located with the trigger's table, on one server and on many.
  { name: '0130-beside', sql: readFileSync(new URL('beside.sql', import.meta.url), 'utf8') },
  // Low-balance threshold, on the row that each posting already locks.
  {
    name: '0133-low-balance',
    sql: 'ALTER TABLE ledger_accounts ADD COLUMN low_balance_threshold bigint CHECK (low_balance_threshold > 0);',
  },
  {
    name: '0134-approval-mails',
    sql: 'ALTER TABLE approvals ADD COLUMN awaits_mail boolean NOT NULL DEFAULT false;',
  },
  // The position a replica must reach before a user who changed something reads from it; rows are updated in place.
  {
    name: '0140-write-positions',
    sql: `CREATE TABLE write_positions (user_account_id uuid PRIMARY KEY, position pg_lsn NOT NULL) WITH (fillfactor = 50);`,
  },
  { name: '0141-cancelled-by', sql: 'ALTER TABLE payment_intents ADD COLUMN cancelled_by text;' },
  historyOnShards,
  sharedViews,
  // Across all merchants, newest first, like `payments_newest_everywhere`.
  {
    name: '0147-links-everywhere',
    steps: [
      {
        index: 'payment_intents_newest_everywhere',
        on: `payment_intents (created_at DESC, payment_intent_id DESC) INCLUDE (merchant_id, application_id, is_link, status)`,
      },
    ],
  },
  // The creation time of a payment found by a search, without reading its row.
  {
    name: '0148-time-of-a-payment',
    steps: [{ index: 'payments_time', on: 'payments (merchant_id, payment_id) INCLUDE (created_at)' }],
  },
  twoPeople,
  submittedOrders,
  ...laterMigrations,
];
