-- Pay-ins with their refunds and events, and the payment intents they pay.

CREATE TYPE payment_status AS ENUM ('NEW', 'AWAITING_AUTHORIZATION', 'AUTHORIZED', 'PENDING', 'COMPLETED', 'FAILED', 'SETTLED');
CREATE TYPE payment_type AS ENUM ('VOLUME', 'EXTERNAL');
CREATE TYPE risk_category AS ENUM ('LOW', 'MEDIUM', 'HIGH', 'NA');
CREATE TYPE hold_state AS ENUM ('NONE', 'HELD', 'RELEASED', 'RETURNED');
CREATE TYPE money_out_status AS ENUM ('IN_PROGRESS', 'HELD', 'PROCESSED', 'FAILED', 'CANCELLED', 'RETURNED');

CREATE TABLE payments (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
  amount_refunding bigint NOT NULL DEFAULT 0 CHECK (amount_refunding >= 0),
  currency currency NOT NULL,
  status payment_status NOT NULL,
  type payment_type NOT NULL,
  risk risk_category,
  hold hold_state NOT NULL DEFAULT 'NONE',
  is_to_virtual_account boolean NOT NULL,
  is_new_payment boolean NOT NULL,
  is_refunded boolean NOT NULL GENERATED ALWAYS AS (amount_refunded > 0) STORED,
  is_payer_checked boolean NOT NULL,
  payer_name_score smallint CHECK (payer_name_score BETWEEN 0 AND 100),
  new_payment_id uuid,
  new_attempt_id uuid,
  payment_intent_id uuid,
  merchant_payment_id text,
  tracing_id text,
  reference text,
  merchant_reference text,
  merchant_provided_payer_details_names text[],
  payer_name text,
  payer_email text,
  payer_account_identifier text,
  payer_address text,
  payer_ip text,
  institution_id text,
  shopper_id text,
  error_description text,
  refund_data jsonb,
  metadata jsonb,
  PRIMARY KEY (merchant_id, payment_id),
  CONSTRAINT payments_application FOREIGN KEY (merchant_id, application_id) REFERENCES applications,
  CONSTRAINT payments_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details,
  CONSTRAINT payments_refunds_within_amount CHECK (amount_refunded + amount_refunding <= amount),
  CONSTRAINT payments_settled_only_virtual CHECK (status <> 'SETTLED' OR is_to_virtual_account),
  CONSTRAINT payments_hold_only_settled CHECK (hold = 'NONE' OR status = 'SETTLED'),
  CONSTRAINT payments_gbp_reference CHECK (currency <> 'GBP' OR reference IS NOT NULL)
);
-- The list's order including all filtered columns: deep pages and exact counts are index-only.
CREATE INDEX payments_newest ON payments (merchant_id, created_at DESC, payment_id DESC)
  INCLUDE (application_id, amount, status, currency, type, risk, hold, is_refunded, is_new_payment);
CREATE INDEX payments_newest_everywhere ON payments (created_at DESC, payment_id DESC)
  INCLUDE (merchant_id, application_id, amount, status, currency, type, risk, hold, is_refunded, is_new_payment);
CREATE INDEX payments_tracing ON payments (tracing_id text_pattern_ops);
-- Returned payments are few, so revenue can subtract them without reading the others.
CREATE INDEX payments_returned ON payments (merchant_id, created_at) INCLUDE (application_id, currency, status, amount)
  WHERE hold = 'RETURNED';
-- Payments with an active refund are few, and every overview queries them.
CREATE INDEX payments_refunding ON payments (merchant_id, created_at DESC, payment_id DESC) WHERE amount_refunding > 0;

CREATE TABLE refunds (
  merchant_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  reference text,
  status money_out_status NOT NULL,
  initiated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, refund_id),
  CONSTRAINT refunds_payment FOREIGN KEY (merchant_id, payment_id) REFERENCES payments
);
CREATE INDEX refunds_by_payment ON refunds (merchant_id, payment_id);
CREATE UNIQUE INDEX refunds_one_active ON refunds (merchant_id, payment_id) WHERE status IN ('IN_PROGRESS', 'HELD');

CREATE TABLE payment_events (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  seq smallint NOT NULL,
  type text NOT NULL,
  at timestamptz(3) NOT NULL,
  actor text,
  detail text,
  PRIMARY KEY (merchant_id, payment_id, seq)
);

-- Requests for payment, such as payment links; each attempt to pay one is a payment.
CREATE TYPE payment_intent_status AS ENUM ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'EXPIRED');

CREATE TABLE payment_intents (
  merchant_id uuid NOT NULL,
  payment_intent_id uuid NOT NULL,
  application_id uuid NOT NULL,
  is_link boolean NOT NULL,
  merchant_payment_id text,
  customer_intent_description text,
  merchant_intent_description text,
  attempt_mode text NOT NULL CHECK (attempt_mode IN ('ALLOW_MULTIPLE_ATTEMPTS', 'ALLOW_SINGLE_ATTEMPT')),
  status payment_intent_status NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  reference text,
  created_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  PRIMARY KEY (merchant_id, payment_intent_id),
  CONSTRAINT payment_intents_application FOREIGN KEY (merchant_id, application_id) REFERENCES applications
);
CREATE INDEX payment_intents_newest ON payment_intents (merchant_id, created_at DESC, payment_intent_id DESC)
  INCLUDE (application_id, is_link, status);
CREATE INDEX payments_of_intent ON payments (merchant_id, payment_intent_id) WHERE payment_intent_id IS NOT NULL;
-- At most one attempt of a payment intent can succeed.
CREATE UNIQUE INDEX payments_intent_paid_once ON payments (merchant_id, payment_intent_id)
  WHERE payment_intent_id IS NOT NULL AND status IN ('AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED');
