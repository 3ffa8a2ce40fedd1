import type { Migration } from './migration.ts';

/** Continues `migrations.ts`, which is full. */
export const laterMigrations: readonly Migration[] = [
  {
    name: '0154-failed-work',
    steps: [
      {
        sql: `
          ALTER TABLE due_work
            ADD COLUMN IF NOT EXISTS failures integer NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS last_error text,
            ADD COLUMN IF NOT EXISTS dead_at timestamptz(3);
        `,
      },
      { index: 'due_work_failures', on: 'due_work (kind, failures) WHERE failures > 0' },
    ],
  },
];
