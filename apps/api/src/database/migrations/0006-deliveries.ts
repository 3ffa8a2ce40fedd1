/** Outgoing events, their webhook deliveries, and the one small queue of due work. */
export const deliveries = `
CREATE TABLE outgoing_events (
  merchant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  application_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PAYMENT', 'REFUND', 'PAYOUT')),
  object_id uuid NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, event_id)
);
CREATE UNIQUE INDEX outgoing_events_once ON outgoing_events (merchant_id, object_id, status);

CREATE TABLE webhook_deliveries (
  merchant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid,
  application_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PAYMENT', 'REFUND', 'PAYOUT')),
  object_id uuid NOT NULL,
  url text NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILING', 'GAVE_UP')),
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  request_body text NOT NULL,
  PRIMARY KEY (merchant_id, delivery_id)
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (merchant_id, application_id, created_at DESC, delivery_id DESC);
CREATE INDEX webhook_deliveries_object ON webhook_deliveries (merchant_id, object_id);

CREATE TABLE webhook_attempts (
  merchant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt smallint NOT NULL,
  at timestamptz(3) NOT NULL,
  http_status smallint,
  duration_ms integer NOT NULL,
  error text,
  response_body text,
  PRIMARY KEY (merchant_id, delivery_id, attempt),
  CONSTRAINT webhook_attempts_delivery FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhook_deliveries
);

-- Claimed with SKIP LOCKED; not distributed, written in the same transaction as the effect it belongs to.
CREATE TABLE due_work (
  work_id uuid PRIMARY KEY,
  kind text NOT NULL,
  merchant_id uuid,
  object_id uuid,
  payload jsonb NOT NULL DEFAULT '{}',
  due_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamptz(3)
);
CREATE INDEX due_work_due ON due_work (due_at);
`
