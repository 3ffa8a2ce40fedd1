import type { Migration } from '#database/migrations/migration.ts';
import { migrations } from '#database/migrations/migrations.ts';

/** This build's migrations, and some that a later build could add, with every kind of step: a column, a backfill, an index. */
export const nextMigrations: readonly Migration[] = [
  ...migrations,
  {
    name: '9001-columns',
    sql: 'ALTER TABLE activity ADD COLUMN note text; ALTER TABLE accounts ADD COLUMN nickname text;',
  },
  {
    name: '9002-steps',
    steps: [
      { sql: 'ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS note text;' },
      {
        backfill: `UPDATE accounts SET nickname = email WHERE user_account_id IN
          (SELECT user_account_id FROM accounts WHERE nickname IS NULL LIMIT 5) RETURNING user_account_id`,
      },
      {
        table: 'nicknames',
        sql: 'CREATE TABLE nicknames (merchant_id uuid NOT NULL, nickname text NOT NULL, PRIMARY KEY (merchant_id, nickname));',
        references: ['FOREIGN KEY (merchant_id) REFERENCES merchants'],
      },
      { index: 'due_work_by_object', on: 'due_work (object_id)' },
      { index: 'activity_by_note', on: 'activity (merchant_id, note)' },
    ],
  },
];
