/** The books: accounts with floors, balanced transfers, legs that only ever grow in number; and payouts. */
export const ledger = `
CREATE TABLE outbound_payments (
  merchant_id uuid NOT NULL,
  payout_payment_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('PAYOUT', 'SCHEDULED_PAYOUT')),
  status money_out_status NOT NULL,
  status_description text,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  reference text,
  destination jsonb NOT NULL,
  initiated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, payout_payment_id),
  CONSTRAINT outbound_payments_application FOREIGN KEY (merchant_id, application_id) REFERENCES applications,
  CONSTRAINT outbound_payments_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details
);
CREATE INDEX outbound_payments_newest
  ON outbound_payments (merchant_id, application_id, currency, created_at DESC, payout_payment_id DESC) INCLUDE (status, amount);
CREATE TRIGGER outbound_payments_status_graph BEFORE UPDATE OF status ON outbound_payments
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_money_out_status();

CREATE TYPE ledger_account_kind AS ENUM ('AVAILABLE', 'HELD', 'PENDING_OUT', 'SETTLEMENT', 'FEES', 'EXCHANGE');

-- A merchant's own accounts (AVAILABLE, HELD, PENDING_OUT) have the floor 0; the provider's side of its books has none.
CREATE TABLE ledger_accounts (
  merchant_id uuid NOT NULL,
  ledger_account_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  currency currency NOT NULL,
  kind ledger_account_kind NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  floor bigint,
  PRIMARY KEY (merchant_id, ledger_account_id),
  UNIQUE (merchant_id, payee_detail_id, kind),
  UNIQUE (merchant_id, ledger_account_id, currency),
  CONSTRAINT ledger_accounts_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details,
  CONSTRAINT ledger_accounts_floor CHECK (floor IS NULL OR balance >= floor),
  CONSTRAINT ledger_accounts_floor_of_own CHECK (kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE') OR floor >= 0)
);

CREATE TABLE ledger_transfers (
  merchant_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PAY_IN', 'PAY_IN_HELD', 'PAY_IN_RELEASED', 'PAY_IN_RETURNED',
    'REFUND_RESERVED', 'REFUND_PROCESSED', 'REFUND_GIVEN_BACK', 'REFUND_RETURNED',
    'PAYOUT_RESERVED', 'PAYOUT_PROCESSED', 'PAYOUT_GIVEN_BACK', 'PAYOUT_RETURNED', 'EXCHANGE', 'FEE')),
  at timestamptz(3) NOT NULL,
  payment_id uuid,
  refund_id uuid,
  payout_payment_id uuid,
  exchange_id uuid,
  PRIMARY KEY (merchant_id, transfer_id)
);
CREATE INDEX ledger_transfers_payment ON ledger_transfers (merchant_id, payment_id) WHERE payment_id IS NOT NULL;

CREATE TABLE ledger_legs (
  merchant_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  ledger_account_id uuid NOT NULL,
  currency currency NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, transfer_id, ledger_account_id),
  CONSTRAINT ledger_legs_transfer FOREIGN KEY (merchant_id, transfer_id) REFERENCES ledger_transfers,
  CONSTRAINT ledger_legs_account FOREIGN KEY (merchant_id, ledger_account_id, currency)
    REFERENCES ledger_accounts (merchant_id, ledger_account_id, currency)
);
CREATE INDEX ledger_legs_statement ON ledger_legs (merchant_id, ledger_account_id, at DESC, transfer_id DESC) INCLUDE (amount);

-- All legs of a transfer come in one statement; each statement balances per transfer and currency, then moves the balances,
-- whose check refuses to go below the floor. Accounts are locked in one order.
CREATE FUNCTION post_ledger_legs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
BEGIN
  SELECT transfer_id, currency, sum(amount) AS remainder INTO broken FROM added
    GROUP BY merchant_id, transfer_id, currency HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance in %: % left over', broken.transfer_id, broken.currency, broken.remainder
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfers_balance';
  END IF;
  WITH moved AS MATERIALIZED (
    SELECT merchant_id, ledger_account_id, sum(amount)::bigint AS amount FROM added GROUP BY 1, 2
  ), locked AS MATERIALIZED (
    SELECT a.merchant_id, a.ledger_account_id, m.amount FROM ledger_accounts AS a
      JOIN moved AS m ON m.merchant_id = a.merchant_id AND m.ledger_account_id = a.ledger_account_id
      ORDER BY 1, 2 FOR UPDATE OF a
  )
  UPDATE ledger_accounts AS a SET balance = a.balance + l.amount FROM locked AS l
    WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_legs_post AFTER INSERT ON ledger_legs REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION post_ledger_legs();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is history: it is only added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_legs_history BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_legs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_history BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_events_history BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`
