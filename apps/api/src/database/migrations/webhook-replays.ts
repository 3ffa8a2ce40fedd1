import type { Migration } from './migration.ts';

/** Past events that are sent to an endpoint again, and which deliveries are theirs. */
export const webhookReplays: Migration = {
  name: '0235-webhook-replays',
  steps: [
    {
      table: 'webhook_replays',
      sql: `
        CREATE TABLE IF NOT EXISTS webhook_replays (
          merchant_id uuid NOT NULL,
          replay_id uuid NOT NULL,
          application_id uuid NOT NULL,
          endpoint_id uuid NOT NULL,
          url text NOT NULL,
          day text,
          faults text[] NOT NULL,
          speed double precision,
          has_more boolean NOT NULL,
          started_at timestamptz(3) NOT NULL,
          started_by text NOT NULL,
          unanswered integer NOT NULL DEFAULT 0,
          ended_at timestamptz(3),
          ending text CHECK (ending IN ('DONE', 'NO_ANSWER', 'STOPPED')),
          PRIMARY KEY (merchant_id, replay_id)
        );
        CREATE INDEX IF NOT EXISTS webhook_replays_running ON webhook_replays (merchant_id, endpoint_id) WHERE ended_at IS NULL;
        CREATE INDEX IF NOT EXISTS webhook_replays_old ON webhook_replays (started_at);
      `,
      references: [
        'FOREIGN KEY (merchant_id, application_id) REFERENCES applications (merchant_id, application_id)',
      ],
    },
    {
      sql: `
        ALTER TABLE webhook_deliveries
          ADD COLUMN IF NOT EXISTS replay_id uuid,
          ADD COLUMN IF NOT EXISTS replay_place integer,
          ADD COLUMN IF NOT EXISTS replay_form text,
          ADD COLUMN IF NOT EXISTS replayed_event_id uuid;
      `,
    },
    {
      index: 'webhook_deliveries_replay',
      on: 'webhook_deliveries (merchant_id, replay_id, replay_place) WHERE replay_id IS NOT NULL',
    },
  ],
};
