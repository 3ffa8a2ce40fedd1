-- Outgoing events and their webhook deliveries, the job queue, mail, and the server's own storage.

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
  -- Attempts since the delivery began or was last resent, and when these attempts end.
  tries integer NOT NULL DEFAULT 0,
  give_up_at timestamptz(3),
  PRIMARY KEY (merchant_id, delivery_id)
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (merchant_id, application_id, created_at DESC, delivery_id DESC);
CREATE INDEX webhook_deliveries_object ON webhook_deliveries (merchant_id, object_id);
-- Deliveries that are pending or need attention are few compared to delivered ones.
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (merchant_id, application_id, created_at DESC, delivery_id DESC)
  WHERE state <> 'DELIVERED';

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

-- Claimed with SKIP LOCKED. Not distributed; written in the same transaction as the change that a job belongs to.
CREATE TABLE due_work (
  work_id uuid PRIMARY KEY,
  kind text NOT NULL,
  merchant_id uuid,
  object_id uuid,
  payload jsonb NOT NULL DEFAULT '{}',
  due_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamptz(3),
  -- Partition key: a webhook's address, so that slow endpoints do not delay others; null for all other jobs.
  lane text
);
CREATE INDEX due_work_due ON due_work (due_at) WHERE lane IS NULL;
-- Claimed by kind, oldest first.
CREATE INDEX due_work_kinds ON due_work (kind, due_at, work_id) WHERE lane IS NULL;
CREATE INDEX due_work_lanes ON due_work (lane, due_at) WHERE lane IS NOT NULL;
-- One attempt at a time for each delivery.
CREATE UNIQUE INDEX due_work_one_sending ON due_work (object_id) WHERE lane IS NOT NULL;

CREATE TABLE outbox_mail (
  mail_id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  -- The text has been deleted; the row shows that a recipient was not reached.
  given_up_at timestamptz(3)
);
CREATE INDEX outbox_mail_newest ON outbox_mail (created_at DESC);

CREATE TABLE throttle_counters (
  key text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX throttle_counters_start ON throttle_counters (window_start);

-- Consecutive keys: when a key begins to sign, and until when its signatures are valid. Null means always.
CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  signs_from timestamptz(3),
  ends_at timestamptz(3)
);

CREATE TABLE sample_worlds (
  seed text PRIMARY KEY,
  payments integer NOT NULL,
  days integer NOT NULL,
  relative_to timestamptz(3) NOT NULL
);

-- Digests of endpoints whose last webhook failed, shared by all instances and kept for two hours.
CREATE TABLE suspect_lanes (
  lane_key text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX suspect_lanes_expiry ON suspect_lanes (expires_at);
