-- The ledger: accounts with floors, balanced transfers, append-only legs.

CREATE TYPE ledger_account_kind AS ENUM ('AVAILABLE', 'HELD', 'PENDING_OUT', 'SETTLEMENT', 'FEES', 'EXCHANGE');

-- A merchant's own accounts (AVAILABLE, HELD, PENDING_OUT) have the floor 0; the provider's side has none.
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

-- All legs of a transfer are inserted by one statement. Each statement must balance per transfer and currency; then it updates the balances,
-- which are checked against their floors. Accounts are locked in a fixed order.
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

-- Daily change of a pay-in account's balance, so that a statement of any length opens at any page without summing up its past.
CREATE TABLE balance_daily (
  merchant_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  day date NOT NULL,
  lines bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (merchant_id, payee_detail_id, day)
);

-- The balance is everything except the provider's side, so each leg there is one change of it with the opposite sign. Runs after
-- ledger_legs_post (triggers run in order of their names), which has locked the accounts in order.
CREATE FUNCTION add_to_balance_daily() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO balance_daily AS d
    SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE 'UTC')::date, count(*), -sum(l.amount)
    FROM added AS l JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
    WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, payee_detail_id, day) DO UPDATE SET lines = d.lines + excluded.lines, amount = d.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_legs_roll_up AFTER INSERT ON ledger_legs REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_balance_daily();
