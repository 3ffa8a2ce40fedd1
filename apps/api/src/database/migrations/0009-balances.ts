/** What each day did to a pay-in account's balance, so that a statement of any length opens at any page without adding up its past. */
export const balances = `
CREATE TABLE balance_daily (
  merchant_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  day date NOT NULL,
  lines bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (merchant_id, payee_detail_id, day)
);

-- The balance is everything but the provider's side, so each leg there is one change of it, seen from the other side.
-- Runs after ledger_legs_post (triggers go by name), which has locked the accounts in order.
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

INSERT INTO balance_daily
SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE 'UTC')::date, count(*), -sum(l.amount)
FROM ledger_legs AS l JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
GROUP BY 1, 2, 3;
`
