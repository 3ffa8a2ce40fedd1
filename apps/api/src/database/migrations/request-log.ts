import type { Migration } from './migration.ts';

/** The calls made with application keys, and how many there were on each day. */
export const requestLog: Migration = {
  name: '0194-request-log',
  steps: [
    {
      table: 'key_requests',
      sql: `
        CREATE TABLE IF NOT EXISTS key_requests (
          merchant_id uuid NOT NULL,
          request_id uuid NOT NULL,
          application_id uuid NOT NULL,
          at timestamptz(3) NOT NULL,
          key text,
          method text NOT NULL,
          path text NOT NULL,
          query text NOT NULL,
          status integer NOT NULL,
          code text,
          error_message text,
          duration_ms integer NOT NULL,
          address text,
          trace_id text NOT NULL,
          headers text NOT NULL,
          body text,
          object_ids uuid[] NOT NULL,
          PRIMARY KEY (merchant_id, request_id)
        );
        CREATE INDEX IF NOT EXISTS key_requests_newest ON key_requests (merchant_id, application_id, at DESC, request_id DESC);
        CREATE INDEX IF NOT EXISTS key_requests_objects ON key_requests USING gin (object_ids);
        CREATE INDEX IF NOT EXISTS key_requests_old ON key_requests (at);
      `,
    },
    {
      table: 'key_request_days',
      sql: `
        CREATE TABLE IF NOT EXISTS key_request_days (
          merchant_id uuid NOT NULL,
          application_id uuid NOT NULL,
          day text NOT NULL,
          begins_at timestamptz(3) NOT NULL,
          with_key bigint NOT NULL,
          without_key bigint NOT NULL,
          unstored bigint NOT NULL,
          PRIMARY KEY (merchant_id, application_id, day)
        );
        CREATE INDEX IF NOT EXISTS key_request_days_old ON key_request_days (begins_at);
      `,
    },
  ],
};
