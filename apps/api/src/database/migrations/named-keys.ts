import type { Migration } from './migration.ts';

/** Named keys: an application can have them in addition to its primary and secondary key. */
export const namedKeys: Migration = {
  name: '0196-named-keys',
  steps: [
    {
      table: 'application_keys',
      sql: `
        CREATE TABLE IF NOT EXISTS application_keys (
          merchant_id uuid NOT NULL,
          application_id uuid NOT NULL,
          key_id uuid NOT NULL,
          name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
          scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
          expires_at timestamptz(3),
          allowed_addresses text[] NOT NULL DEFAULT '{}',
          money_limit bigint CHECK (money_limit >= 0),
          value_hash text NOT NULL,
          last_letters text NOT NULL,
          created_at timestamptz(3) NOT NULL,
          created_by text NOT NULL,
          updated_at timestamptz(3) NOT NULL,
          updated_by text NOT NULL,
          last_used_at timestamptz(3),
          last_used_from text,
          PRIMARY KEY (merchant_id, application_id, key_id)
        );
      `,
      references: [
        'FOREIGN KEY (merchant_id, application_id) REFERENCES applications (merchant_id, application_id)',
      ],
    },
  ],
};
