/** What a merchant asks to be paid, by a link among others; each attempt to pay it is a payment. */
export const paymentIntents = `
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
-- A payment intent is paid once, whatever its attempts do.
CREATE UNIQUE INDEX payments_intent_paid_once ON payments (merchant_id, payment_intent_id)
  WHERE payment_intent_id IS NOT NULL AND status IN ('AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED');

CREATE FUNCTION guard_payment_intent_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status = 'NOT_STARTED' AND NEW.status IN ('IN_PROGRESS', 'EXPIRED'))
    OR (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('COMPLETED', 'FAILED', 'EXPIRED')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment intent % cannot go from % to %', OLD.payment_intent_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payment_intents_status_graph BEFORE UPDATE OF status ON payment_intents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_payment_intent_status();
`
