-- A trigger that writes to another table uses the co-located table: on one server the table itself, on a shard of a distributed database the
-- shard of the same merchants (docs/distribution.md). Both writes are one transaction on one server.

CREATE FUNCTION table_beside(here text, wanted text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  shard CONSTANT text := substring(here FROM '_(\d{6,})$');
  beside text;
BEGIN
  IF shard IS NULL OR to_regclass('pg_catalog.pg_dist_shard') IS NULL THEN RETURN wanted; END IF;
  SELECT wanted || '_' || other.shardid INTO STRICT beside
    FROM pg_dist_shard AS mine
      JOIN pg_dist_shard AS other ON other.logicalrelid = wanted::regclass AND other.shardminvalue = mine.shardminvalue
    WHERE mine.shardid = shard::bigint;
  RETURN beside;
END $$;

CREATE OR REPLACE FUNCTION add_refunds_to_payments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns CONSTANT text := 'merchant_id, payment_id, CASE WHEN status = ''PROCESSED'' THEN amount ELSE 0 END AS done,
    CASE WHEN status IN (''IN_PROGRESS'', ''HELD'') THEN amount ELSE 0 END AS active';
  added CONSTANT text := 'SELECT ' || columns || ', 1 AS n FROM added';
  removed CONSTANT text := 'SELECT ' || columns || ', -1 AS n FROM removed';
BEGIN
  EXECUTE 'UPDATE ' || table_beside(TG_TABLE_NAME, 'payments') || ' AS p
    SET amount_refunded = p.amount_refunded + c.done, amount_refunding = p.amount_refunding + c.active
    FROM (SELECT merchant_id, payment_id, sum(n * done)::bigint AS done, sum(n * active)::bigint AS active FROM ('
    || CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END
    || ') AS changed GROUP BY 1, 2) AS c
    WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id AND (c.done <> 0 OR c.active <> 0)';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION add_to_payments_daily() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns CONSTANT text := 'merchant_id, (created_at AT TIME ZONE ''UTC'')::date AS day, application_id, currency, status, type,
    coalesce(risk::text, '''') AS risk, hold = ''HELD'' AS is_held, is_refunded';
  added CONSTANT text := 'SELECT ' || columns || ', 1 AS n, amount FROM added';
  removed CONSTANT text := 'SELECT ' || columns || ', -1 AS n, -amount AS amount FROM removed';
BEGIN
  EXECUTE 'WITH changed AS MATERIALIZED (
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(n) AS n, sum(amount) AS amount FROM ('
    || CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END
    || ') AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), slots AS MATERIALIZED (
    SELECT merchant_id, take_roll_up_slot(merchant_id) AS slot FROM (SELECT DISTINCT merchant_id FROM changed ORDER BY 1) AS m
  ), days AS (
    INSERT INTO ' || table_beside(TG_TABLE_NAME, 'payments_daily') || ' AS d
      (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, n, amount
    FROM changed JOIN slots USING (merchant_id) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO ' || table_beside(TG_TABLE_NAME, 'payments_monthly') || ' AS m
    (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, date_trunc(''month'', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded, slot,
      sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION post_ledger_legs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken record;
  accounts CONSTANT text := table_beside(TG_TABLE_NAME, 'ledger_accounts');
BEGIN
  SELECT transfer_id, currency, sum(amount) AS remainder INTO broken FROM added
    GROUP BY merchant_id, transfer_id, currency HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance in %: % left over', broken.transfer_id, broken.currency, broken.remainder
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfers_balance';
  END IF;
  EXECUTE 'WITH moved AS MATERIALIZED (
    SELECT merchant_id, ledger_account_id, sum(amount)::bigint AS amount FROM added GROUP BY 1, 2
  ), locked AS MATERIALIZED (
    SELECT a.merchant_id, a.ledger_account_id, m.amount FROM ' || accounts || ' AS a
      JOIN moved AS m ON m.merchant_id = a.merchant_id AND m.ledger_account_id = a.ledger_account_id
      ORDER BY 1, 2 FOR UPDATE OF a
  )
  UPDATE ' || accounts || ' AS a SET balance = a.balance + l.amount FROM locked AS l
    WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION add_to_balance_daily() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'INSERT INTO ' || table_beside(TG_TABLE_NAME, 'balance_daily') || ' AS d
    SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE ''UTC'')::date, count(*), -sum(l.amount)
    FROM added AS l JOIN ' || table_beside(TG_TABLE_NAME, 'ledger_accounts') || ' AS a
      ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
    WHERE a.kind IN (''SETTLEMENT'', ''FEES'', ''EXCHANGE'')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, payee_detail_id, day) DO UPDATE SET lines = d.lines + excluded.lines, amount = d.amount + excluded.amount';
  RETURN NULL;
END $$;

-- Recorded rows wait next to their merchant's rows; the queue is in insertion order.
CREATE OR REPLACE FUNCTION await_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'INSERT INTO ' || table_beside(TG_TABLE_NAME, 'trail_waiting') || ' (seq, merchant_id, activity_id)
    OVERRIDING SYSTEM VALUE
    SELECT nextval(''trail_waiting_seq_seq''), merchant_id, activity_id FROM (SELECT * FROM added ORDER BY at, activity_id) AS a';
  RETURN NULL;
END $$;
ALTER TABLE trail_waiting DROP CONSTRAINT trail_waiting_pkey, ADD PRIMARY KEY (merchant_id, seq);
