import type { Migration } from './migration.ts';

export const sharedViews: Migration = {
  name: '0146-shared-views',
  steps: [
    {
      table: 'shared_views',
      sql: `
        CREATE TABLE IF NOT EXISTS shared_views (
          merchant_id uuid NOT NULL,
          list text NOT NULL CHECK (list IN ('pay-ins', 'payouts', 'approvals')),
          view_id uuid NOT NULL,
          name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
          search text NOT NULL CHECK (length(search) BETWEEN 2 AND 2000),
          shared_by text NOT NULL,
          shared_by_id uuid NOT NULL,
          shared_at timestamptz(3) NOT NULL,
          PRIMARY KEY (merchant_id, list, view_id)
        );
      `,
    },
  ],
};

/** Columns belong to views; views from before have none. A view can consist of columns only. */
export const columnsOfViews: Migration = {
  name: '0179-columns-of-views',
  // A rule is loosened, so every build that has shared views works.
  needs: '0146-shared-views',
  sql: `
    ALTER TABLE shared_views
      ADD COLUMN columns text[],
      DROP CONSTRAINT shared_views_search_check,
      ADD CONSTRAINT shared_views_search_check CHECK (length(search) <= 2000) NOT VALID;
  `,
};
