import type { Migration } from './migrations.ts';

/** What happened that somebody may have to look at, how far each has read, and what they chose to be mailed. */
export const noticeTables: Migration = {
  name: '0121-notices',
  sql: `
    CREATE TABLE notices (
      merchant_id uuid NOT NULL,
      notice_id uuid NOT NULL,
      application_id uuid NOT NULL,
      kind text NOT NULL,
      object_id uuid,
      amount bigint,
      currency currency,
      count integer NOT NULL DEFAULT 1,
      notice_key text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (merchant_id, notice_id)
    );
    CREATE UNIQUE INDEX notices_once ON notices (merchant_id, notice_key);
    CREATE INDEX notices_mailed ON notices (merchant_id, kind, created_at);
    CREATE INDEX notices_old ON notices (created_at);
    CREATE TABLE notice_reads (
      merchant_id uuid NOT NULL,
      user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
      notice_id uuid NOT NULL,
      PRIMARY KEY (merchant_id, user_account_id)
    );
    CREATE TABLE notice_mails (
      merchant_id uuid NOT NULL,
      user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
      kind text NOT NULL,
      mailed_to timestamptz(3) NOT NULL,
      last_mail_at timestamptz(3),
      PRIMARY KEY (merchant_id, user_account_id, kind)
    );
    CREATE INDEX notice_mails_chosen ON notice_mails (merchant_id, kind);
    CREATE INDEX notice_mails_account ON notice_mails (user_account_id);
    CREATE INDEX notice_reads_account ON notice_reads (user_account_id);
  `,
};
