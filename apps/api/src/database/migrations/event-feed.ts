import type { Migration } from './migration.ts';

/** Events that a merchant's server reads in order (contract §6). */
export const eventFeed: Migration = {
  name: '0190-event-feed',
  steps: [
    {
      table: 'event_counters',
      sql: `
        CREATE TABLE IF NOT EXISTS event_counters (
          merchant_id uuid NOT NULL,
          application_id uuid NOT NULL,
          newest bigint NOT NULL,
          PRIMARY KEY (merchant_id, application_id)
        );
      `,
    },
    {
      table: 'event_feed',
      sql: `
        CREATE TABLE IF NOT EXISTS event_feed (
          merchant_id uuid NOT NULL,
          event_id uuid NOT NULL,
          application_id uuid NOT NULL,
          place bigint NOT NULL,
          type text NOT NULL,
          at timestamptz(3) NOT NULL,
          body text NOT NULL,
          PRIMARY KEY (merchant_id, event_id)
        );
        CREATE UNIQUE INDEX IF NOT EXISTS event_feed_places ON event_feed (merchant_id, application_id, place);
        CREATE INDEX IF NOT EXISTS event_feed_old ON event_feed (at);
      `,
    },
  ],
};
