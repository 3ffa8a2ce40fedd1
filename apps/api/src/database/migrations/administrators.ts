import type { Migration } from './migration.ts';

/** Changes of administrators of the platform that wait for a second administrator, and who invited an administrator. */
export const administrators: Migration = {
  name: '0162-administrators',
  sql: `
    ALTER TABLE accounts ADD COLUMN invited_by_id uuid;
    CREATE TABLE administrator_proposals (
      user_account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      proposal_id uuid NOT NULL,
      action text NOT NULL,
      proposed_by_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
      proposed_at timestamptz(3) NOT NULL
    );
  `,
};
