import type { Migration } from './migration.ts';

/** Endpoints that receive chosen types of events, each with its own keys, and which deliveries are theirs. */
export const webhookEndpoints: Migration = {
  name: '0210-webhook-endpoints',
  steps: [
    {
      table: 'webhook_endpoints',
      sql: `
        CREATE TABLE IF NOT EXISTS webhook_endpoints (
          merchant_id uuid NOT NULL,
          endpoint_id uuid NOT NULL,
          application_id uuid NOT NULL,
          name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
          url text NOT NULL,
          types text[] NOT NULL CHECK (cardinality(types) > 0),
          confirmed_at timestamptz(3),
          paused_at timestamptz(3),
          failing_since timestamptz(3),
          challenge_hash text,
          challenge_sent_at timestamptz(3),
          challenge_status integer,
          challenge_error text,
          created_at timestamptz(3) NOT NULL,
          created_by text NOT NULL,
          PRIMARY KEY (merchant_id, endpoint_id)
        );
      `,
      references: [
        'FOREIGN KEY (merchant_id, application_id) REFERENCES applications (merchant_id, application_id)',
      ],
    },
    {
      table: 'webhook_endpoint_keys',
      sql: `
        CREATE TABLE IF NOT EXISTS webhook_endpoint_keys (
          merchant_id uuid NOT NULL,
          key_id uuid NOT NULL,
          endpoint_id uuid NOT NULL,
          sealed text NOT NULL,
          public_key text NOT NULL,
          created_at timestamptz(3) NOT NULL,
          ends_at timestamptz(3),
          PRIMARY KEY (merchant_id, key_id)
        );
        CREATE INDEX IF NOT EXISTS webhook_endpoint_keys_endpoint ON webhook_endpoint_keys (merchant_id, endpoint_id);
      `,
      references: [
        'FOREIGN KEY (merchant_id, endpoint_id) REFERENCES webhook_endpoints (merchant_id, endpoint_id)',
      ],
    },
    {
      sql: `
        ALTER TABLE webhook_deliveries
          ADD COLUMN IF NOT EXISTS endpoint_id uuid,
          ADD COLUMN IF NOT EXISTS event_type text;
      `,
    },
    {
      index: 'webhook_deliveries_endpoint',
      on: 'webhook_deliveries (merchant_id, endpoint_id, created_at DESC, delivery_id DESC) WHERE endpoint_id IS NOT NULL',
    },
  ],
};
