-- Payments by day and by month, so that counts and sums over years read a handful of rows. Every row is a counter with several shards (slots),
-- one per concurrent transaction: concurrent payments of a merchant neither wait for the same row nor deadlock. Readers add up the slots; a
-- single slot can be negative.

CREATE TABLE payments_daily (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  application_id uuid NOT NULL,
  currency currency NOT NULL,
  status payment_status NOT NULL,
  type payment_type NOT NULL,
  risk text NOT NULL,
  is_held boolean NOT NULL,
  is_refunded boolean NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  slot smallint NOT NULL DEFAULT 0,
  -- The sums are included in the index: adding up years of days is index-only.
  PRIMARY KEY (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot) INCLUDE (count, amount)
);
CREATE INDEX payments_daily_day ON payments_daily (day);

CREATE TABLE payments_monthly (
  merchant_id uuid NOT NULL,
  -- First day of the month; the other columns are as above.
  month date NOT NULL,
  application_id uuid NOT NULL, currency currency NOT NULL, status payment_status NOT NULL, type payment_type NOT NULL, risk text NOT NULL,
  is_held boolean NOT NULL, is_refunded boolean NOT NULL, slot smallint NOT NULL DEFAULT 0, count bigint NOT NULL, amount bigint NOT NULL,
  PRIMARY KEY (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot) INCLUDE (count, amount)
);
CREATE INDEX payments_monthly_month ON payments_monthly (month);

-- Takes the merchant's first slot that no other transaction writes to, until the transaction ends. The lowest, so that quiet merchants use one
-- slot and their roll-ups stay small. When all are taken, the last one is shared, and may have to be waited for.
CREATE FUNCTION take_roll_up_slot(merchant uuid) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
  FOR slot IN 0..15 LOOP
    IF pg_try_advisory_xact_lock(hashtextextended('payments roll-up ' || merchant, slot)) THEN RETURN slot; END IF;
  END LOOP;
  RETURN 16;
END $$;

-- Keeps days and months in sync with every insert, update and delete; keys are locked in a fixed order, so that two writers cannot deadlock.
CREATE FUNCTION add_to_payments_daily() RETURNS trigger LANGUAGE plpgsql AS $$
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
    INSERT INTO payments_daily AS d (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, n, amount
    FROM changed JOIN slots USING (merchant_id) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO payments_monthly AS m (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, date_trunc(''month'', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded, slot,
      sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount';
  RETURN NULL;
END $$;

CREATE TRIGGER payments_daily_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_daily_update AFTER UPDATE ON payments REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_daily_delete AFTER DELETE ON payments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_payments_daily();
