import type { Migration } from './migration.ts';

export const noticeTables: Migration = {
  name: '0121-notices',
  steps: [
    {
      table: 'notices',
      sql: `
        CREATE TABLE IF NOT EXISTS notices (
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
        CREATE UNIQUE INDEX IF NOT EXISTS notices_once ON notices (merchant_id, notice_key);
        CREATE INDEX IF NOT EXISTS notices_mailed ON notices (merchant_id, kind, created_at);
        CREATE INDEX IF NOT EXISTS notices_old ON notices (created_at);
      `,
    },
    {
      table: 'notice_reads',
      sql: `
        CREATE TABLE IF NOT EXISTS notice_reads (
          merchant_id uuid NOT NULL,
          user_account_id uuid NOT NULL,
          notice_id uuid NOT NULL,
          PRIMARY KEY (merchant_id, user_account_id)
        );
      `,
    },
    {
      table: 'notice_mails',
      sql: `
        CREATE TABLE IF NOT EXISTS notice_mails (
          merchant_id uuid NOT NULL,
          user_account_id uuid NOT NULL,
          kind text NOT NULL,
          mailed_to timestamptz(3) NOT NULL,
          last_mail_at timestamptz(3),
          PRIMARY KEY (merchant_id, user_account_id, kind)
        );
        CREATE INDEX IF NOT EXISTS notice_mails_chosen ON notice_mails (merchant_id, kind);
      `,
    },
  ],
};
