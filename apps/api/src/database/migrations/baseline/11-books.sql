-- Contradictions between our ledger and an account provider or bank, one row each. `variant` is the provider's status when statuses differ, so
-- that each final status is a separate exception, and empty otherwise.

CREATE TABLE exceptions (
  merchant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('STATUS_DIFFERS', 'AMOUNT_DIFFERS', 'UNKNOWN_TO_US', 'UNKNOWN_TO_PROVIDER', 'PAID_TWICE')),
  variant text NOT NULL DEFAULT '',
  object_kind text NOT NULL CHECK (object_kind IN ('PAYMENT', 'REFUND', 'PAYOUT')),
  object_id uuid NOT NULL,
  payee_detail_id bigint,
  provider text,
  currency currency,
  our_status text,
  our_amount bigint,
  provider_status text,
  provider_amount bigint,
  provider_words text,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DISPUTED', 'ACCEPTED', 'CLOSED')),
  count integer NOT NULL DEFAULT 1,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  note text,
  decided_by text,
  decided_at timestamptz(3),
  PRIMARY KEY (merchant_id, exception_id),
  CONSTRAINT exceptions_once UNIQUE (merchant_id, object_id, kind, variant)
);
CREATE INDEX exceptions_newest_everywhere ON exceptions (first_at DESC, exception_id DESC);
CREATE INDEX exceptions_unresolved ON exceptions (state) WHERE state IN ('OPEN', 'DISPUTED');

-- Corrections: orders and payments that book what happened at the provider; each is an ordinary one with its own transfers.
CREATE TABLE exception_corrections (
  merchant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  correction_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PAYMENT', 'REFUND', 'PAYOUT')),
  PRIMARY KEY (merchant_id, exception_id, correction_id),
  CONSTRAINT exception_corrections_exception FOREIGN KEY (merchant_id, exception_id) REFERENCES exceptions
);

-- The latest audit result, one row per ledger rule.
CREATE TABLE book_audits (
  rule text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  count bigint NOT NULL,
  examples jsonb NOT NULL
);

-- Days of account providers' statements that were compared with our orders.
CREATE TABLE reconciliations (
  provider text NOT NULL,
  day date NOT NULL,
  at timestamptz(3) NOT NULL,
  orders integer NOT NULL,
  PRIMARY KEY (provider, day)
);

-- The simulated providers: no other table references this one, and our transactions never write it.
CREATE TABLE simulated_orders (
  order_id uuid PRIMARY KEY,
  is_taken boolean NOT NULL,
  course jsonb NOT NULL,
  -- The order as submitted and when it was accepted, for a statement.
  submitted jsonb,
  taken_at timestamptz(3)
);
CREATE INDEX simulated_orders_taken ON simulated_orders (taken_at);
