CREATE TABLE payment_notes (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  note_id uuid NOT NULL,
  text text CHECK (length(text) BETWEEN 1 AND 2000),
  written_by text NOT NULL,
  written_by_id uuid NOT NULL,
  written_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, payment_id, note_id)
);
-- Includes the payment's state at that time: a mark made before it failed or was held no longer counts.
CREATE TABLE payment_reviews (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  status payment_status NOT NULL,
  hold hold_state NOT NULL,
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  reviewed_by text NOT NULL,
  reviewed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, payment_id)
);
ALTER TABLE refunds
  ADD COLUMN reason text CHECK (reason IN ('CUSTOMER_REQUEST', 'DUPLICATE', 'FRAUD', 'NOT_DELIVERED', 'OTHER')),
  ADD COLUMN reason_note text CHECK (length(reason_note) BETWEEN 1 AND 500);
