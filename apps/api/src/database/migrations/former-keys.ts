import type { Migration } from './migration.ts';

/** The hashes of keys that were reset, rotated or revoked, and what the request log says about refused calls with them. */
export const formerKeys: Migration = {
  name: '0256-former-keys',
  steps: [
    {
      table: 'former_keys',
      sql: `
        CREATE TABLE IF NOT EXISTS former_keys (
          merchant_id uuid NOT NULL,
          application_id uuid NOT NULL,
          value_hash text NOT NULL,
          key text NOT NULL,
          name text,
          ended text NOT NULL,
          ended_at timestamptz(3) NOT NULL,
          PRIMARY KEY (merchant_id, application_id, value_hash)
        );
        CREATE INDEX IF NOT EXISTS former_keys_newest ON former_keys (merchant_id, application_id, ended_at DESC);
        CREATE INDEX IF NOT EXISTS former_keys_old ON former_keys (ended_at);
      `,
      references: ['FOREIGN KEY (merchant_id, application_id) REFERENCES applications (merchant_id, application_id)'],
    },
    { sql: 'ALTER TABLE key_requests ADD COLUMN refused_key text;' },
  ],
};
