import type { Migration } from './migration.ts';

/** Files that users have made regularly, and those made in the last 30 days. */
export const scheduledFiles: Migration = {
  name: '0160-scheduled-files',
  steps: [
    {
      table: 'file_schedules',
      sql: `
        CREATE TABLE IF NOT EXISTS file_schedules (
          merchant_id uuid NOT NULL,
          schedule_id uuid NOT NULL,
          application_id uuid NOT NULL,
          payee_detail_id bigint,
          format text NOT NULL,
          frequency text NOT NULL CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY')),
          email text CHECK (length(email) <= 254),
          made_by text NOT NULL,
          made_by_id uuid NOT NULL,
          made_at timestamptz(3) NOT NULL,
          next_file_on date NOT NULL,
          PRIMARY KEY (merchant_id, schedule_id)
        );
        CREATE INDEX IF NOT EXISTS file_schedules_due ON file_schedules (next_file_on);
      `,
    },
    {
      table: 'scheduled_files',
      sql: `
        CREATE TABLE IF NOT EXISTS scheduled_files (
          merchant_id uuid NOT NULL,
          file_id uuid NOT NULL,
          schedule_id uuid NOT NULL,
          application_id uuid NOT NULL,
          payee_detail_id bigint,
          format text NOT NULL,
          first_day date NOT NULL,
          last_day date NOT NULL,
          rows bigint NOT NULL,
          email text NOT NULL,
          made_by text NOT NULL,
          made_at timestamptz(3) NOT NULL,
          PRIMARY KEY (merchant_id, file_id)
        );
        CREATE UNIQUE INDEX IF NOT EXISTS scheduled_files_once ON scheduled_files (merchant_id, schedule_id, first_day);
        CREATE INDEX IF NOT EXISTS scheduled_files_old ON scheduled_files (made_at);
      `,
    },
  ],
};
