import type { Migration } from './migration.ts';

/** Requests of tools for a key, which name no merchant until a user decides. */
export const deviceCodes: Migration = {
  name: '0205-device-codes',
  sql: `
    CREATE TABLE device_codes (
      device_hash text PRIMARY KEY,
      half_hash text NOT NULL,
      code_hash text NOT NULL,
      tool_name text NOT NULL,
      machine_name text NOT NULL,
      from_address text,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      polled_at timestamptz(3),
      tries smallint NOT NULL DEFAULT 0,
      decided_at timestamptz(3),
      merchant_id uuid,
      application_id uuid,
      key_id uuid,
      fetched_at timestamptz(3)
    );
    CREATE UNIQUE INDEX device_codes_half ON device_codes (half_hash);
    CREATE INDEX device_codes_old ON device_codes (expires_at);
    CREATE INDEX device_codes_keys ON device_codes (application_id) WHERE key_id IS NOT NULL AND fetched_at IS NULL;
  `,
};
