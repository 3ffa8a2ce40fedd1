CREATE TABLE approval_policies (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  above_gbp bigint CHECK (above_gbp > 0),
  above_eur bigint CHECK (above_eur > 0),
  proposal_id uuid,
  proposed_above_gbp bigint CHECK (proposed_above_gbp > 0),
  proposed_above_eur bigint CHECK (proposed_above_eur > 0),
  proposed_by_id uuid,
  proposed_by text,
  proposed_at timestamptz(3)
);
CREATE TABLE approvals (
  merchant_id uuid NOT NULL REFERENCES merchants,
  order_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PAYOUT', 'REFUND')),
  state text NOT NULL CHECK (state IN ('WAITING', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED')),
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  payment_id uuid,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  reference text,
  recipient jsonb NOT NULL,
  source text NOT NULL CHECK (source IN ('PERSON', 'KEY', 'SCHEDULE')),
  requested_by_id uuid,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  PRIMARY KEY (merchant_id, order_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications,
  CHECK ((state = 'WAITING') = (decided_at IS NULL))
);
CREATE INDEX approvals_newest ON approvals (merchant_id, created_at DESC, order_id DESC);
CREATE INDEX approvals_waiting ON approvals (merchant_id) WHERE state = 'WAITING';
CREATE INDEX approvals_payment ON approvals (merchant_id, payment_id) WHERE payment_id IS NOT NULL;
